/* Yavalath on the hexagon of side 5: four in a row win, three in a row lose; no swap.

   The board is a set of 61 bits, numbered row by row, so that along each of the three axes the
   numbers rise. No row of three is there before a stone is put, so the stone is in every row of
   three or more that is there afterwards, and the seven sites around it tell all. */

#include "bench.h"

enum { SIDE = 5, ROWS = 2 * SIDE - 1, SITES = 61, AXES = 3, REACH = 3 };
enum { LOSES = 1, WINS = 2 };

static uint64_t windows[SITES][4];
static uint8_t verdicts[1 << (2 * REACH + 1)];

static int site_at(int row, int column) {
    int slant = row - SIDE + 1;
    int from = slant < 0 ? -slant : 0, to = slant > 0 ? ROWS - slant : ROWS;
    if (row < 0 || row >= ROWS || column < from || column >= to) return -1;
    int site = 0;
    for (int above = 0; above < row; above++) site += ROWS - abs(above - SIDE + 1);
    return site + column - from;
}

static void prepare(void) {
    static const int steps[AXES][2] = {{0, 1}, {1, 0}, {1, -1}};
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < ROWS; column++)
            for (int axis = 0; axis < AXES && site_at(row, column) >= 0; axis++)
                for (int step = -REACH; step <= REACH; step++) {
                    int other = site_at(row + step * steps[axis][0], column + step * steps[axis][1]);
                    if (other >= 0) windows[site_at(row, column)][axis] |= 1ULL << other;
                }
    for (unsigned stones = 0; stones < sizeof verdicts; stones++) {
        unsigned threes = stones & stones >> 1 & stones >> 2;
        verdicts[stones] = (threes & threes >> 1) ? WINS : threes ? LOSES : 0;
    }
}

INLINE unsigned place(uint64_t *own, uint64_t *empty, unsigned index) {
    uint64_t stone = nth(*empty, index);
    const uint64_t *window = windows[first(stone)];
    *empty ^= stone;
    *own |= stone;
    return verdicts[extract(*own, window[0])] | verdicts[extract(*own, window[1])] |
           verdicts[extract(*own, window[2])];
}

INLINE Outcome play(uint64_t *random) {
    uint64_t black = 0, white = 0, empty = (1ULL << SITES) - 1, left = SITES;
    unsigned verdict;
    int mover;
    for (;; left -= 2) {
        uint64_t word = random_word(random);
        mover = 1;
        verdict = place(&black, &empty, draw(&word, left));
        if (verdict || left == 1) break;
        mover = 2;
        verdict = place(&white, &empty, draw(&word, left - 1));
        if (verdict) break;
    }
    if (!verdict) return (Outcome){SITES, 0};
    return (Outcome){(int)(SITES - left) + mover, verdict & WINS ? mover : 3 - mover};
}

int main(int argc, char **argv) {
    prepare();
    return bench(argc, argv, "Yavalath", play);
}
