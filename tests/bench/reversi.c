/* Reversi on 8 by 8 squares. Who cannot turn anything passes; when neither can, most pieces win.

   Each player's pieces are a set of 64 bits. Rows of enemy pieces are followed in all eight
   directions at once: four shifts to higher squares, four to lower ones. */

#include "bench.h"

static const uint64_t INNER = 0x7E7E7E7E7E7E7E7E; /* a row to the side does not leave its row */
static const uint64_t EVERYWHERE = ~0ULL;
enum { DIRECTIONS = 4 };

/* Where rows of enemy pieces end that begin next to `from`, in one direction and its opposite:
   the rows themselves are stored. */
INLINE void rows(uint64_t from, uint64_t enemy, unsigned shift, uint64_t *up, uint64_t *down) {
    uint64_t above = from << shift & enemy, below = from >> shift & enemy;
    uint64_t above_pairs = enemy & enemy << shift, below_pairs = enemy & enemy >> shift;
    above |= above << shift & enemy;
    below |= below >> shift & enemy;
    above |= above << 2 * shift & above_pairs;
    below |= below >> 2 * shift & below_pairs;
    above |= above << 2 * shift & above_pairs;
    below |= below >> 2 * shift & below_pairs;
    *up = above;
    *down = below;
}

static const uint8_t shifts[DIRECTIONS] = {1, 7, 8, 9};

INLINE uint64_t passable(uint64_t enemy, int direction) {
    return enemy & (shifts[direction] == 8 ? EVERYWHERE : INNER);
}

INLINE uint64_t moves(uint64_t own, uint64_t enemy) {
    uint64_t found = 0;
#pragma GCC unroll 4
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        uint64_t up, down;
        rows(own, passable(enemy, direction), shifts[direction], &up, &down);
        found |= up << shifts[direction] | down >> shifts[direction];
    }
    return found & ~(own | enemy);
}

INLINE uint64_t turned(uint64_t own, uint64_t enemy, uint64_t move) {
    uint64_t found = 0;
#pragma GCC unroll 4
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        uint64_t up, down, shift = shifts[direction];
        rows(move, passable(enemy, direction), (unsigned)shift, &up, &down);
        found |= (up << shift & own) ? up : 0;
        found |= (down >> shift & own) ? down : 0;
    }
    return found;
}

INLINE Outcome play(uint64_t *random) {
    uint64_t own = 1ULL << 28 | 1ULL << 35, enemy = 1ULL << 27 | 1ULL << 36;
    int plies = 0, mover = 1, passes = 0;
    for (;; plies++) {
        uint64_t found = moves(own, enemy);
        if (found) {
            uint64_t word = random_word(random), move = nth(found, draw(&word, count(found)));
            uint64_t flips = turned(own, enemy, move);
            own |= move | flips;
            enemy &= ~flips;
            passes = 0;
        } else if (++passes == 2) {
            break;
        }
        uint64_t swap = own;
        own = enemy, enemy = swap, mover = 3 - mover;
    }
    /* The two passes at the end do not count. */
    int more = (int)count(own) - (int)count(enemy);
    return (Outcome){plies - 1, more > 0 ? mover : more < 0 ? 3 - mover : 0};
}

int main(int argc, char **argv) { return bench(argc, argv, "Reversi", play); }
