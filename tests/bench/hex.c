/* Hex on 11 by 11 cells, ended by the stone that joins two sides; no swap.

   Chains are kept by union-find on a board with a rim of one cell: two sides of the rim are
   stones of the first player, the other two of the second. Neighbours of a stone that stand next
   to each other are in one chain already, so of each run of them only one is united with it. */

#include "bench.h"

enum { SIDE = 11, CELLS = SIDE * SIDE, WIDTH = 16, PLACES = (SIDE + 2) * WIDTH };

/* What one player has: a word for each row of the board with its rim. */
typedef struct {
    uint16_t rows[SIDE + 2];
} Stones;

typedef struct {
    uint8_t parent[PLACES];
    uint8_t sides[PLACES]; /* of each root: 1 and 2 for the sides that its chain touches */
} Chains;

static uint8_t all[CELLS];
static Stones rims[2];
static Chains rim_chains;
static uint8_t runs[64]; /* of a ring of neighbours, one of each run, as a set */

/* Neighbours in a circle: each touches the next. */
static const int8_t ring[6] = {-WIDTH, -WIDTH + 1, 1, WIDTH, WIDTH - 1, -1};

static void prepare_rim(void) {
    for (int place = 0; place < PLACES; place++) rim_chains.parent[place] = (uint8_t)place;
    for (int index = 0; index < SIDE + 2; index++) {
        const int sides[2][2] = {{index, (SIDE + 1) * WIDTH + index},
                                 {index * WIDTH, index * WIDTH + SIDE + 1}};
        for (int player = 0; player < 2; player++)
            for (int side = 0; side < 2; side++) {
                int place = sides[player][side];
                if (player == 1 && (index == 0 || index == SIDE + 1)) continue;
                rims[player].rows[place / WIDTH] |= (uint16_t)(1 << place % WIDTH);
                /* A place in the middle of the side stands for all of it. */
                int middle = player == 0 ? sides[0][side] - index + SIDE / 2
                                         : sides[1][side] + (SIDE / 2 - index) * WIDTH;
                rim_chains.parent[place] = (uint8_t)middle;
                rim_chains.sides[middle] = (uint8_t)(1 << side);
            }
    }
}

static void prepare(void) {
    for (int row = 0; row < SIDE; row++)
        for (int column = 0; column < SIDE; column++)
            all[row * SIDE + column] = (uint8_t)((row + 1) * WIDTH + column + 1);
    prepare_rim();
    for (unsigned set = 1; set < 63; set++)
        runs[set] = (uint8_t)(set & ~(set << 1 | set >> 5));
    runs[63] = 1;
}

INLINE unsigned find(uint8_t *parent, unsigned place) {
    while (parent[place] != place) place = parent[place] = parent[parent[place]];
    return place;
}

/* Whether the stone joins the two sides of its player. */
INLINE int place(Stones *own, Chains *chains, unsigned place) {
    unsigned row = place / WIDTH, column = place % WIDTH;
    unsigned above = own->rows[row - 1] >> column, below = own->rows[row + 1] >> (column - 1);
    unsigned beside = own->rows[row] >> (column - 1);
    own->rows[row] |= (uint16_t)(1u << column);
    unsigned near = (above & 3) | (beside & 4) | (below & 2) << 2 | (below & 1) << 4 |
                    (beside & 1) << 5;
    unsigned root = place, sides = 0;
    for (unsigned left = runs[near]; left; left &= left - 1) {
        unsigned other = find(chains->parent, place + (unsigned)ring[first(left)]);
        sides |= chains->sides[other];
        chains->parent[root] = (uint8_t)other;
        root = other;
    }
    chains->sides[root] = (uint8_t)sides;
    return sides == 3;
}

INLINE unsigned take(uint8_t *empty, unsigned left, uint64_t *word) {
    unsigned index = draw(word, left);
    unsigned cell = empty[index];
    empty[index] = empty[left - 1];
    return cell;
}

INLINE Outcome play(uint64_t *random) {
    Stones stones[2] = {rims[0], rims[1]};
    Chains chains = rim_chains;
    uint8_t empty[CELLS];
    memcpy(empty, all, sizeof empty);
    for (unsigned left = CELLS;; left -= 4) {
        uint64_t word = random_word(random);
        for (unsigned turn = 0; turn < 4; turn += 2) {
            unsigned here = left - turn; /* the last of them is the first player's, and wins */
            if (place(&stones[0], &chains, take(empty, here, &word)))
                return (Outcome){(int)(CELLS - here + 1), 1};
            if (place(&stones[1], &chains, take(empty, here - 1, &word)))
                return (Outcome){(int)(CELLS - here + 2), 2};
        }
    }
}

int main(int argc, char **argv) {
    prepare();
    return bench(argc, argv, "Hex", play);
}
