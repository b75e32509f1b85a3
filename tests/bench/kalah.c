/* Kalah, six holes a side and four seeds in each. A last seed alone takes if there are some across.

   Places follow the way of sowing: the first player's holes are 0 to 5 and his store 6, the
   second's 7 to 12 and 13. A hole faces the one with which it adds up to 12. */

#include "bench.h"

enum { HOLES = 6, PLACES = 2 * HOLES + 2, SEEDS = 4, OWN = (1 << HOLES) - 1, DRAWS = 16 };

/* Of a player, the place behind each: the other's store is left out. */
static uint8_t after[2][PLACES];

static void prepare(void) {
    for (int player = 0; player < 2; player++)
        for (int place = 0; place < PLACES; place++) {
            int next = (place + 1) % PLACES;
            int skipped = player == 0 ? PLACES - 1 : HOLES;
            after[player][place] = (uint8_t)(next == skipped ? (next + 1) % PLACES : next);
        }
}

INLINE Outcome play(uint64_t *random) {
    uint8_t seeds[PLACES];
    memset(seeds, SEEDS, sizeof seeds);
    seeds[HOLES] = seeds[PLACES - 1] = 0;
    unsigned full = OWN | OWN << (HOLES + 1); /* the places that are not empty */
    unsigned player = 0;
    uint64_t word = 0;
    for (int plies = 0;; plies++) {
        unsigned base = player * (HOLES + 1), store = base + HOLES;
        unsigned holes = full >> base & OWN;
        if (!holes) {
            int own = seeds[HOLES], other = seeds[PLACES - 1];
            for (int hole = 0; hole < HOLES; hole++) {
                own += seeds[hole];
                other += seeds[HOLES + 1 + hole];
            }
            return (Outcome){plies, own > other ? 1 : own < other ? 2 : 0};
        }
        if (plies % DRAWS == 0) word = random_word(random);
        unsigned place = first(nth(holes, draw(&word, count(holes)))) + base;
        unsigned left = seeds[place];
        seeds[place] = 0;
        full &= ~(1u << place);
        for (; left; left--) {
            place = after[player][place];
            seeds[place]++;
            full |= 1u << place;
        }
        if (place == store) continue; /* the same player moves again */
        unsigned across = 2 * HOLES - place;
        if (place - base < HOLES && seeds[place] == 1 && seeds[across]) {
            seeds[store] += (uint8_t)(1 + seeds[across]);
            seeds[place] = seeds[across] = 0;
            full = (full & ~(1u << place | 1u << across)) | 1u << store;
        }
        player ^= 1;
    }
}

int main(int argc, char **argv) {
    prepare();
    return bench(argc, argv, "Kalah", play);
}
