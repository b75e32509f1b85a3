/* Chess, without the rule of repetition: a draw where nobody has taken or moved a pawn in 99 plies.

   A pawn on the last row becomes another piece in a ply of its own, as in our rule file. Of all
   moves, whatever they do to the king, one is drawn, and another if it leaves the king attacked.
   Who has none left is mated or stalemated. */

#include "bench.h"

enum { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, KINDS, NONE = KINDS, SQUARES = 64, QUIET = 99 };
enum { PLAIN, DOUBLE, PASSING, CASTLING };
enum { MOST = 256, RAYS = 8, UPWARDS = 4 };

typedef struct {
    uint64_t of[2][KINDS], all[2];
    uint8_t on[SQUARES]; /* the kind on each square */
    uint8_t unmoved;     /* kings and rooks in their corners, as a bit for each castling */
    int8_t passed;       /* the square that a pawn has just stepped over; -1 if none */
} Board;

/* Rays up the board first: their nearest piece is the lowest. */
static const int8_t steps[RAYS][2] = {{1, 0},  {1, 1},   {1, -1}, {0, 1},
                                      {-1, 0}, {-1, -1}, {-1, 1}, {0, -1}};
static uint64_t rays[RAYS][SQUARES], knights[SQUARES], kings[SQUARES], pawns[2][SQUARES];
static Board beginning;

static uint64_t square(int row, int column) {
    return row >= 0 && row < 8 && column >= 0 && column < 8 ? 1ULL << (8 * row + column) : 0;
}

static void put(Board *board, int player, int kind, int place) {
    board->of[player][kind] |= 1ULL << place;
    board->all[player] |= 1ULL << place;
    board->on[place] = (uint8_t)kind;
}

static void prepare(void) {
    static const uint8_t first_row[8] = {ROOK, KNIGHT, BISHOP, QUEEN, KING, BISHOP, KNIGHT, ROOK};
    for (int place = 0; place < SQUARES; place++) {
        int row = place / 8, column = place % 8;
        for (int ray = 0; ray < RAYS; ray++) {
            int up = steps[ray][0], right = steps[ray][1];
            kings[place] |= square(row + up, column + right);
            for (int far = 1; far < 8; far++)
                rays[ray][place] |= square(row + far * up, column + far * right);
        }
        for (int turn = 0; turn < 8; turn++) {
            int one = turn & 1 ? 1 : -1, two = turn & 2 ? 2 : -2;
            knights[place] |= turn & 4 ? square(row + one, column + two)
                                       : square(row + two, column + one);
        }
        for (int player = 0; player < 2; player++)
            for (int side = -1; side < 2; side += 2)
                pawns[player][place] |= square(row + (player ? -1 : 1), column + side);
    }
    memset(beginning.on, NONE, sizeof beginning.on);
    for (int column = 0; column < 8; column++) {
        put(&beginning, 0, first_row[column], column);
        put(&beginning, 1, first_row[column], 56 + column);
        put(&beginning, 0, PAWN, 8 + column);
        put(&beginning, 1, PAWN, 48 + column);
    }
    beginning.unmoved = 15;
    beginning.passed = -1;
}

INLINE uint64_t along(int ray, unsigned place, uint64_t taken) {
    uint64_t found = rays[ray][place], met = found & taken;
    if (!met) return found;
    unsigned nearest = ray < UPWARDS ? first(met) : 63 - (unsigned)__builtin_clzll(met);
    return found ^ rays[ray][nearest];
}

INLINE uint64_t straight(unsigned place, uint64_t taken) {
    return along(0, place, taken) | along(3, place, taken) | along(4, place, taken) |
           along(7, place, taken);
}

INLINE uint64_t oblique(unsigned place, uint64_t taken) {
    return along(1, place, taken) | along(2, place, taken) | along(5, place, taken) |
           along(6, place, taken);
}

INLINE int attacked(const Board *board, unsigned place, unsigned by) {
    const uint64_t *of = board->of[by];
    uint64_t taken = board->all[0] | board->all[1];
    if (knights[place] & of[KNIGHT] || kings[place] & of[KING]) return 1;
    if (pawns[!by][place] & of[PAWN]) return 1;
    uint64_t far = of[ROOK] | of[QUEEN], aslant = of[BISHOP] | of[QUEEN];
    return (straight(place, taken) & far) || (oblique(place, taken) & aslant);
}

INLINE unsigned add(uint16_t *moves, unsigned many, unsigned from, uint64_t to, unsigned kind) {
    for (; to; to &= to - 1) moves[many++] = (uint16_t)(from | first(to) << 6 | kind << 12);
    return many;
}

static unsigned list(const Board *board, unsigned player, uint16_t *moves) {
    uint64_t own = board->all[player], other = board->all[!player], taken = own | other;
    unsigned many = 0;
    for (uint64_t left = board->of[player][PAWN]; left; left &= left - 1) {
        unsigned from = first(left), ahead = player ? from - 8 : from + 8;
        many = add(moves, many, from, pawns[player][from] & other, PLAIN);
        if (board->passed >= 0)
            many = add(moves, many, from, pawns[player][from] & 1ULL << board->passed, PASSING);
        if (taken >> ahead & 1) continue;
        moves[many++] = (uint16_t)(from | ahead << 6);
        unsigned further = player ? ahead - 8 : ahead + 8;
        if (from / 8 == (player ? 6 : 1) && !(taken >> further & 1))
            moves[many++] = (uint16_t)(from | further << 6 | DOUBLE << 12);
    }
    for (int kind = KNIGHT; kind < KINDS; kind++)
        for (uint64_t left = board->of[player][kind]; left; left &= left - 1) {
            unsigned from = first(left);
            uint64_t to = kind == KNIGHT ? knights[from] : kind == KING ? kings[from] : 0;
            if (kind == ROOK || kind == QUEEN) to |= straight(from, taken);
            if (kind == BISHOP || kind == QUEEN) to |= oblique(from, taken);
            many = add(moves, many, from, to & ~own, PLAIN);
        }
    for (unsigned side = 0; side < 2; side++) {
        unsigned king = player ? 60 : 4, rook = side ? king - 4 : king + 3;
        if (!(board->unmoved >> (2 * player + side) & 1)) continue;
        if (!(board->of[player][ROOK] >> rook & 1)) continue;
        uint64_t between = side ? 7ULL << (king - 3) : 3ULL << (king + 1);
        unsigned over = side ? king - 1 : king + 1;
        if (taken & between) continue;
        if (attacked(board, king, !player) || attacked(board, over, !player)) continue;
        moves[many++] = (uint16_t)(king | (side ? king - 2 : king + 2) << 6 | CASTLING << 12);
    }
    return many;
}

INLINE void shift(Board *board, unsigned player, unsigned kind, unsigned from, unsigned to) {
    uint64_t both = 1ULL << from | 1ULL << to;
    board->of[player][kind] ^= both;
    board->all[player] ^= both;
    board->on[from] = NONE;
    board->on[to] = (uint8_t)kind;
}

INLINE void clear(Board *board, unsigned player, unsigned place) {
    board->of[player][board->on[place]] ^= 1ULL << place;
    board->all[player] ^= 1ULL << place;
    board->on[place] = NONE;
}

/* Castlings that are lost when something leaves a square. */
INLINE unsigned lost(unsigned from) {
    switch (from) {
    case 4: return 3;
    case 7: return 1;
    case 0: return 2;
    case 60: return 12;
    case 63: return 4;
    case 56: return 8;
    default: return 0;
    }
}

/* Make a move; whether it was a capture or a pawn's. */
INLINE int make(Board *board, unsigned player, uint16_t move) {
    unsigned from = move & 63, to = move >> 6 & 63, how = move >> 12, kind = board->on[from];
    int loud = kind == PAWN || board->on[to] != NONE;
    if (board->on[to] != NONE) clear(board, !player, to);
    shift(board, player, kind, from, to);
    board->passed = how == DOUBLE ? (int8_t)(player ? to + 8 : to - 8) : -1;
    if (how == PASSING) clear(board, !player, player ? to + 8 : to - 8);
    if (how == CASTLING)
        shift(board, player, ROOK, to > from ? from + 3 : from - 4, (from + to) / 2);
    board->unmoved &= (uint8_t)~lost(from);
    return loud;
}

INLINE unsigned king_of(const Board *board, unsigned player) {
    return first(board->of[player][KING]);
}

/* A legal move at random, made on the board: 1 if it was loud, 0 if quiet; -1 if there is none. */
static int any(Board *board, unsigned player, uint64_t *random, uint16_t *made) {
    uint16_t moves[MOST];
    unsigned many = list(board, player, moves);
    uint64_t word = random_word(random);
    while (many) {
        unsigned index = draw(&word, many);
        Board trial = *board;
        int loud = make(&trial, player, moves[index]);
        if (!attacked(&trial, king_of(&trial, player), !player)) {
            *board = trial;
            *made = moves[index];
            return loud;
        }
        moves[index] = moves[--many];
    }
    return -1;
}

INLINE Outcome play(uint64_t *random) {
    Board board = beginning;
    int quiet = 0, plies = 0;
    for (unsigned player = 0;; player ^= 1) {
        uint16_t move = 0;
        Board before = board;
        int loud = any(&board, player, random, &move);
        if (loud < 0) {
            int mated = attacked(&before, king_of(&before, player), !player);
            return (Outcome){plies, mated ? (int)(player ^ 1) + 1 : 0};
        }
        if (quiet == QUIET) return (Outcome){plies, 0};
        plies++;
        unsigned to = move >> 6 & 63;
        if (board.on[to] == PAWN && (to < 8 || to >= 56)) {
            uint64_t word = random_word(random);
            clear(&board, player, to);
            put(&board, (int)player, (int)(KNIGHT + draw(&word, 4)), (int)to);
            plies++;
        }
        quiet = loud ? 0 : quiet + 1;
    }
}

int main(int argc, char **argv) {
    prepare();
    return bench(argc, argv, "Chess", play);
}
