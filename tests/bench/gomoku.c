/* Gomoku on 15 by 15 points: five or more in a row win.

   Every row, column and diagonal of a colour is a word, of which 15 bits are used. The four lines
   through a stone are put side by side into one word of 64 bits, with a free bit between them.
   Empty points are a list in any order: what is taken out is replaced by the last. */

#include "bench.h"

enum { SIDE = 15, POINTS = SIDE * SIDE };

/* The lines of a colour. The bits of a diagonal are those of its columns. */
typedef struct {
    uint32_t rows[16], columns[16], falling[32], rising[32];
} Lines;

static uint8_t all[POINTS]; /* row and column of each point, four bits each */

static void prepare(void) {
    for (int row = 0; row < SIDE; row++)
        for (int column = 0; column < SIDE; column++)
            all[row * SIDE + column] = (uint8_t)(row << 4 | column);
}

INLINE uint64_t place(Lines *own, unsigned point) {
    unsigned row = point >> 4, column = point & 15;
    uint64_t line = own->rows[row] |= 1u << column;
    line |= (uint64_t)(own->columns[column] |= 1u << row) << 16;
    line |= (uint64_t)(own->falling[row - column + 15] |= 1u << column) << 32;
    line |= (uint64_t)(own->rising[row + column] |= 1u << column) << 48;
    uint64_t twos = line & line >> 1;
    return twos & twos >> 2 & line >> 4;
}

INLINE unsigned take(uint8_t *empty, unsigned left, uint64_t *word) {
    unsigned index = draw(word, left);
    unsigned point = empty[index];
    empty[index] = empty[left - 1];
    return point;
}

INLINE Outcome play(uint64_t *random) {
    Lines black = {0}, white = {0};
    uint8_t empty[POINTS];
    memcpy(empty, all, sizeof empty);
    for (unsigned left = POINTS;; left -= 4) {
        uint64_t word = random_word(random);
        for (unsigned turn = 0; turn < 4; turn += 2) {
            unsigned here = left - turn;
            if (place(&black, take(empty, here, &word)))
                return (Outcome){(int)(POINTS - here + 1), 1};
            if (here == 1) return (Outcome){POINTS, 0};
            if (place(&white, take(empty, here - 1, &word)))
                return (Outcome){(int)(POINTS - here + 2), 2};
        }
    }
}

int main(int argc, char **argv) {
    prepare();
    return bench(argc, argv, "Gomoku", play);
}
