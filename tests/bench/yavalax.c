/* Yavalax on 13 by 13 cells: two rows of exactly four at one stroke win.

   A stone that makes one row of four alone, or a row of five or more, may not be put. The first
   turn is one stone, every other two. Who cannot place passes; when nobody can, it is a draw.

   Instead of all legal cells only as many are looked at as it takes: an empty cell drawn at random
   is put aside if it is illegal, and another drawn. Every legal cell is as likely as before. */

#include "bench.h"

enum { SIDE = 13, CELLS = SIDE * SIDE, REACH = 4, STRIDE = 16 };
enum { FOUR = 1, FIVE = 16 };

/* The lines of a colour, shifted by the reach, so that no window looks past the lower end. */
typedef struct {
    uint32_t rows[SIDE], columns[SIDE], falling[2 * SIDE], rising[2 * SIDE];
} Lines;

static uint8_t all[CELLS];
static uint8_t verdicts[1 << (2 * REACH + 1)]; /* of the cells around one, with a stone put there */

static void prepare(void) {
    for (int row = 0; row < SIDE; row++)
        for (int column = 0; column < SIDE; column++)
            all[row * SIDE + column] = (uint8_t)(row * STRIDE + column);
    for (unsigned stones = 0; stones < sizeof verdicts; stones++) {
        int from = REACH, to = REACH;
        while (from > 0 && stones >> (from - 1) & 1) from--;
        while (to < 2 * REACH && stones >> (to + 1) & 1) to++;
        int length = to - from + 1;
        verdicts[stones] = length == 4 ? FOUR : length > 4 ? FIVE : 0;
    }
}

/* What a stone on a cell would make, summed over the four lines through it. */
INLINE unsigned verdict(const Lines *own, unsigned row, unsigned column) {
    const unsigned window = sizeof verdicts - 1;
    return (unsigned)verdicts[own->rows[row] >> column & window] +
           verdicts[own->columns[column] >> row & window] +
           verdicts[own->falling[row - column + SIDE] >> column & window] +
           verdicts[own->rising[row + column] >> column & window];
}

INLINE void put(Lines *own, unsigned row, unsigned column) {
    uint32_t across = 1u << (column + REACH);
    own->rows[row] |= across;
    own->columns[column] |= 1u << (row + REACH);
    own->falling[row - column + SIDE] |= across;
    own->rising[row + column] |= across;
}

enum { PLACED, PASSED, WON };

/* One stone of a colour. Cells put aside stand behind those that may still be drawn. */
INLINE int place(Lines *own, uint8_t *empty, unsigned left, uint64_t *random, uint64_t *word) {
    for (unsigned open = left; open; open--) {
        unsigned index = draw(word, open), cell = empty[index];
        unsigned found = verdict(own, cell / STRIDE, cell % STRIDE);
        if (found != FOUR && found < FIVE) {
            put(own, cell / STRIDE, cell % STRIDE);
            empty[index] = empty[left - 1];
            return found ? WON : PLACED;
        }
        empty[index] = empty[open - 1];
        empty[open - 1] = (uint8_t)cell;
        *word = random_word(random);
    }
    return PASSED;
}

typedef struct {
    uint8_t empty[CELLS];
    unsigned left, passes;
    int plies;
} Game;

/* One turn of a colour: two stones, or as many as can be put. Whether the game is over. */
INLINE int turn(Lines *own, Game *game, uint64_t *random, unsigned stones) {
    uint64_t word = random_word(random);
    for (unsigned stone = 0; stone < stones; stone++) {
        int what = place(own, game->empty, game->left, random, &word);
        game->plies++;
        if (what == PLACED) {
            game->left--;
            game->passes = 0;
            continue;
        }
        return what == WON || ++game->passes == 2;
    }
    return 0;
}

INLINE Outcome play(uint64_t *random) {
    Lines first = {0}, second = {0};
    Game game = {.left = CELLS};
    memcpy(game.empty, all, sizeof all);
    int mover = 1, over = turn(&first, &game, random, 1);
    while (!over) {
        mover = 2;
        if (turn(&second, &game, random, 2)) break;
        mover = 1;
        over = turn(&first, &game, random, 2);
    }
    return (Outcome){game.plies, game.passes == 2 ? 0 : mover};
}

int main(int argc, char **argv) {
    prepare();
    return bench(argc, argv, "Yavalax", play);
}
