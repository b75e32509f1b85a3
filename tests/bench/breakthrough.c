/* Breakthrough on 8 by 8 squares: who reaches the far row wins, or who takes everything.

   Each player's pieces are a set of 64 bits. All steps in one direction are found at once, as the
   set of squares they lead to; a move is then one member of three sets. */

#include "bench.h"

static const uint64_t LEFT_EDGE = 0x0101010101010101, RIGHT_EDGE = 0x8080808080808080;

/* A set moved forward by a number of squares, 7 to 9: up the board or down. */
INLINE uint64_t moved(uint64_t set, int up, unsigned squares) {
    return up ? set << squares : set >> squares;
}

/* One random move of the player who goes up the board, or down. Whether it wins. The direction is
   chosen without a branch, which would often be foreseen wrongly. */
INLINE int move(uint64_t *own, uint64_t *other, int up, uint64_t *word) {
    uint64_t by_seven = moved(*own & ~(up ? LEFT_EDGE : RIGHT_EDGE), up, 7) & ~*own;
    uint64_t by_eight = moved(*own, up, 8) & ~(*own | *other);
    uint64_t by_nine = moved(*own & ~(up ? RIGHT_EDGE : LEFT_EDGE), up, 9) & ~*own;
    unsigned sevens = count(by_seven), fewer = sevens + count(by_eight);
    unsigned index = draw(word, fewer + count(by_nine));
    unsigned not_seven = index >= sevens, nine = index >= fewer;
    uint64_t set = by_seven ^ ((by_seven ^ by_eight) & -(uint64_t)not_seven);
    set ^= (by_eight ^ by_nine) & -(uint64_t)nine;
    index -= (sevens & -not_seven) + ((fewer - sevens) & -nine);
    uint64_t target = nth(set, index);
    *own ^= target | moved(target, !up, 7 + not_seven + nine);
    *other &= ~target;
    return ((target & (up ? 0xFFULL << 56 : 0xFF)) != 0) | (*other == 0);
}

INLINE Outcome play(uint64_t *random) {
    uint64_t first = 0xFFFF, second = 0xFFFFULL << 48;
    for (int plies = 0;; plies += 4) {
        uint64_t word = random_word(random);
        for (int turn = 0; turn < 4; turn += 2) {
            if (move(&first, &second, 1, &word)) return (Outcome){plies + turn + 1, 1};
            if (move(&second, &first, 0, &word)) return (Outcome){plies + turn + 2, 2};
        }
    }
}

int main(int argc, char **argv) { return bench(argc, argv, "Breakthrough", play); }
