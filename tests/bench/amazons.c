/* Amazons on 10 by 10 squares. Moving a queen and shooting an arrow are a ply each, as in our rule
   file; who cannot move loses.

   What stands on each row, column and diagonal is kept as bits. A table tells how far a queen sees
   to both sides of a place on such a line, so that her squares are counted without walking. */

#include "bench.h"

enum { SIDE = 10, SQUARES = SIDE * SIDE, QUEENS = 4, LINES = 4, DIAGONALS = 2 * SIDE - 1 };
enum { FULL = (1 << SIDE) - 1 };

typedef struct {
    uint16_t rows[SIDE], columns[SIDE], falling[DIAGONALS], rising[DIAGONALS];
    uint8_t queens[2][QUEENS];
} Board;

static uint8_t below[SIDE][FULL + 1], above[SIDE][FULL + 1]; /* free places next to one */
static const int strides[LINES] = {1, SIDE, SIDE + 1, SIDE - 1};
static Board beginning;

INLINE void flip(Board *board, unsigned square) {
    unsigned row = square / SIDE, column = square % SIDE;
    board->rows[row] ^= (uint16_t)(1 << column);
    board->columns[column] ^= (uint16_t)(1 << row);
    board->falling[row + SIDE - 1 - column] ^= (uint16_t)(1 << row);
    board->rising[row + column] ^= (uint16_t)(1 << row);
}

static void prepare(void) {
    static const uint8_t places[2][QUEENS] = {{30, 3, 6, 39}, {60, 93, 96, 69}};
    for (int place = 0; place < SIDE; place++)
        for (int taken = 0; taken <= FULL; taken++) {
            int low = place, high = place;
            while (low > 0 && !(taken >> (low - 1) & 1)) low--;
            while (high < SIDE - 1 && !(taken >> (high + 1) & 1)) high++;
            below[place][taken] = (uint8_t)(place - low);
            above[place][taken] = (uint8_t)(high - place);
        }
    /* Places of a diagonal that are not on the board count as taken. */
    for (int line = 0; line < DIAGONALS; line++)
        beginning.falling[line] = beginning.rising[line] = FULL;
    for (int row = 0; row < SIDE; row++)
        for (int column = 0; column < SIDE; column++) {
            beginning.falling[row + SIDE - 1 - column] ^= (uint16_t)(1 << row);
            beginning.rising[row + column] ^= (uint16_t)(1 << row);
        }
    for (int player = 0; player < 2; player++)
        for (int queen = 0; queen < QUEENS; queen++) {
            beginning.queens[player][queen] = places[player][queen];
            flip(&beginning, places[player][queen]);
        }
}

/* How far a queen sees: below and above her on each line. Their sum. */
INLINE unsigned look(const Board *board, unsigned square, uint8_t seen[2 * LINES]) {
    unsigned row = square / SIDE, column = square % SIDE, sum = 0;
    const unsigned taken[LINES] = {board->rows[row], board->columns[column],
                                   board->falling[row + SIDE - 1 - column],
                                   board->rising[row + column]};
    const unsigned places[LINES] = {column, row, row, row};
    for (int line = 0; line < LINES; line++) {
        seen[2 * line] = below[places[line]][taken[line]];
        seen[2 * line + 1] = above[places[line]][taken[line]];
        sum += (unsigned)seen[2 * line] + seen[2 * line + 1];
    }
    return sum;
}

/* The square with this number among those that a queen sees. */
INLINE unsigned seen_square(unsigned square, const uint8_t seen[2 * LINES], unsigned index) {
    int side = 0;
    while (index >= seen[side]) index -= seen[side++];
    int steps = (int)index + 1;
    return square + (unsigned)(side & 1 ? steps * strides[side / 2] : -steps * strides[side / 2]);
}

INLINE Outcome play(uint64_t *random) {
    Board board = beginning;
    for (int plies = 0;; plies += 2) {
        int player = plies / 2 & 1, queen = 0;
        uint8_t seen[QUEENS][2 * LINES];
        unsigned counts[QUEENS], sum = 0;
        uint64_t word = random_word(random);
        for (int one = 0; one < QUEENS; one++)
            sum += counts[one] = look(&board, board.queens[player][one], seen[one]);
        if (!sum) return (Outcome){plies, 2 - player};
        unsigned index = draw(&word, sum);
        while (index >= counts[queen]) index -= counts[queen++];
        unsigned from = board.queens[player][queen];
        unsigned to = seen_square(from, seen[queen], index);
        flip(&board, from);
        flip(&board, to);
        board.queens[player][queen] = (uint8_t)to;
        unsigned targets = look(&board, to, seen[queen]); /* at least the square she comes from */
        flip(&board, seen_square(to, seen[queen], draw(&word, targets)));
    }
}

int main(int argc, char **argv) {
    prepare();
    return bench(argc, argv, "Amazons", play);
}
