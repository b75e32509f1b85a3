/* Lines of Action on 8 by 8 squares: who has all his pieces in one group wins, and a move that
   joins the pieces of both is a draw. Who cannot move loses.

   Each player's pieces are a set of 64 bits. How many pieces stand on each line is kept from ply to
   ply; where a move of so many steps ends, and what lies between, is looked up. */

#include "bench.h"

enum { SIDE = 8, SQUARES = 64, LINES = 4, DIAGONALS = 2 * SIDE - 1, MOST = 128 };
enum { ALL_LINES = 2 * SIDE + 2 * DIAGONALS, NOWHERE = 64 };

typedef struct {
    uint64_t between;
    uint8_t target;
} Step;

static uint8_t lines[SQUARES][LINES];               /* the lines through a square, by number */
static Step steps[SQUARES][LINES][SIDE + 1][2];     /* both ways along a line */
static const int ways[LINES][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
static const uint64_t not_left = ~0x0101010101010101ULL, not_right = ~0x8080808080808080ULL;

static void prepare(void) {
    for (int row = 0; row < SIDE; row++)
        for (int column = 0; column < SIDE; column++) {
            uint8_t *own = lines[row * SIDE + column];
            own[0] = (uint8_t)row;
            own[1] = (uint8_t)(SIDE + column);
            own[2] = (uint8_t)(2 * SIDE + row - column + SIDE - 1);
            own[3] = (uint8_t)(2 * SIDE + DIAGONALS + row + column);
            for (int line = 0; line < LINES; line++)
                for (int back = 0; back < 2; back++) {
                    uint64_t between = 0;
                    for (int far = 1; far <= SIDE; far++) {
                        int sign = back ? -far : far;
                        int to_row = row + sign * ways[line][0];
                        int to_column = column + sign * ways[line][1];
                        Step *step = &steps[row * SIDE + column][line][far][back];
                        step->target = NOWHERE;
                        if (to_row < 0 || to_row >= SIDE || to_column < 0 || to_column >= SIDE)
                            continue;
                        step->target = (uint8_t)(to_row * SIDE + to_column);
                        step->between = between;
                        between |= 1ULL << step->target;
                    }
                }
        }
}

/* Whether a set is one group, diagonals included. */
INLINE int joined(uint64_t set) {
    uint64_t group = set & -set, before;
    do {
        before = group;
        group |= (group << 1 & not_left) | (group >> 1 & not_right);
        group |= group << SIDE | group >> SIDE;
        group &= set;
    } while (group != before);
    return group == set;
}

INLINE Outcome play(uint64_t *random) {
    uint64_t of[2] = {0x7E0000000000007E, 0x0081818181818100};
    uint8_t counts[ALL_LINES] = {0};
    for (uint64_t all = of[0] | of[1]; all; all &= all - 1)
        for (int line = 0; line < LINES; line++) counts[lines[first(all)][line]]++;
    for (int plies = 0;; plies++) {
        int player = plies & 1;
        uint64_t own = of[player], other = of[!player];
        uint8_t origins[MOST], targets[MOST];
        unsigned found = 0;
        for (uint64_t left = own; left; left &= left - 1) {
            unsigned square = first(left);
            for (int line = 0; line < LINES; line++) {
                const Step *both = steps[square][line][counts[lines[square][line]]];
                for (int back = 0; back < 2; back++) {
                    unsigned target = both[back].target;
                    origins[found] = (uint8_t)square;
                    targets[found] = (uint8_t)target;
                    found += target != NOWHERE && !(both[back].between & other) &&
                             !(own >> (target & 63) & 1);
                }
            }
        }
        if (!found) return (Outcome){plies, 2 - player};
        uint64_t word = random_word(random);
        unsigned index = draw(&word, found), from = origins[index], to = targets[index];
        int taken = (int)(other >> to & 1);
        of[player] = own ^ 1ULL << from ^ 1ULL << to;
        of[!player] = other & ~(1ULL << to);
        for (int line = 0; line < LINES; line++) {
            counts[lines[from][line]]--;
            counts[lines[to][line]] = (uint8_t)(counts[lines[to][line]] + !taken);
        }
        int mine = joined(of[player]), theirs = joined(of[!player]);
        if (mine | theirs)
            return (Outcome){plies + 1, mine && theirs ? 0 : mine ? player + 1 : 2 - player};
    }
}

int main(int argc, char **argv) {
    prepare();
    return bench(argc, argv, "Lines of Action", play);
}
