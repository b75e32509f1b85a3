/* Go on 9 by 9 points, or with -DSIZE=19 on others: area scoring, positional superko, no suicide,
   no komi.

   Points lie on a board with a border. The stones of a group are a ring, and its head knows how
   many edges lead from it to empty points, and the sum of the hashes of its stones. An empty point
   drawn at random is put aside if a stone there is illegal, and another drawn, so that every legal
   point, and the pass, is as likely as the others. */

#include "bench.h"

#ifndef SIZE
#define SIZE 9
#endif

enum { SIDE = SIZE, STRIDE = SIDE + 1, POINTS = STRIDE * (SIDE + 2) + 1, WAYS = 4, MOST_PLIES = 2500 };
enum { EMPTY, BLACK, WHITE, BORDER };
enum { SLOTS = 1 << 13 }; /* more than twice the plies of a game */

typedef struct {
    uint8_t on[POINTS];
    uint16_t head[POINTS], next[POINTS]; /* of each stone: its group, the next one of its ring */
    int16_t edges[POINTS];               /* of each head: edges to empty points */
    uint64_t hash[POINTS];               /* of each head: of all its stones */
    uint16_t empty[SIDE * SIDE], place[POINTS]; /* the empty points, and where each is listed */
    int empties;
    uint64_t position;
} Board;

static const int ways[WAYS] = {1, -1, STRIDE, -STRIDE};
static uint64_t keys[3][POINTS];
static Board beginning;

/* Positions that there have been: an open table, emptied by forgetting its round. */
static uint64_t seen[SLOTS];
static uint32_t rounds[SLOTS], round_now;

static void prepare(void) {
    uint64_t random = 1;
    for (int point = 0; point < POINTS; point++) {
        beginning.on[point] = BORDER;
        for (int colour = BLACK; colour <= WHITE; colour++)
            keys[colour][point] = random_word(&random);
    }
    for (int row = 0; row < SIDE; row++)
        for (int column = 0; column < SIDE; column++) {
            int point = (row + 1) * STRIDE + column + 1;
            beginning.on[point] = EMPTY;
            beginning.place[point] = (uint16_t)beginning.empties;
            beginning.empty[beginning.empties++] = (uint16_t)point;
        }
}

INLINE unsigned slot_of(uint64_t position) {
    unsigned slot = (unsigned)position % SLOTS;
    while (rounds[slot] == round_now && seen[slot] != position) slot = (slot + 1) % SLOTS;
    return slot;
}

INLINE void note(uint64_t position) {
    unsigned slot = slot_of(position);
    rounds[slot] = round_now;
    seen[slot] = position;
}

/* Whether a stone may be put on an empty point. */
INLINE int legal(const Board *board, unsigned point, unsigned colour) {
    unsigned taken[WAYS], groups = 0;
    int lives = 0;
    for (int way = 0; way < WAYS; way++) {
        unsigned beside = point + (unsigned)ways[way], there = board->on[beside];
        if (there == EMPTY) lives = 1;
        if (there != BLACK && there != WHITE) continue;
        unsigned head = board->head[beside];
        int edges = board->edges[head]; /* how many lead here: */
        for (int other = 0; other < WAYS; other++) {
            unsigned next = point + (unsigned)ways[other];
            edges -= board->on[next] == there && board->head[next] == head;
        }
        if (there == colour) {
            lives |= edges > 0;
        } else if (!edges) {
            unsigned before = 0;
            while (before < groups && taken[before] != head) before++;
            if (before == groups) taken[groups++] = head;
            lives = 1;
        }
    }
    if (!lives) return 0;
    uint64_t position = board->position ^ keys[colour][point];
    while (groups) position ^= board->hash[taken[--groups]];
    unsigned slot = slot_of(position);
    return rounds[slot] != round_now;
}

INLINE void join(Board *board, unsigned one, unsigned other) {
    unsigned point = other;
    do {
        board->head[point] = (uint16_t)one;
        point = board->next[point];
    } while (point != other);
    uint16_t after = board->next[one];
    board->next[one] = board->next[other];
    board->next[other] = after;
    board->edges[one] = (int16_t)(board->edges[one] + board->edges[other]);
    board->hash[one] ^= board->hash[other];
}

INLINE void remove_group(Board *board, unsigned head, unsigned colour) {
    unsigned point = head;
    board->position ^= board->hash[head];
    do {
        unsigned next = board->next[point];
        board->on[point] = EMPTY;
        board->place[point] = (uint16_t)board->empties;
        board->empty[board->empties++] = (uint16_t)point;
        for (int way = 0; way < WAYS; way++) {
            unsigned beside = point + (unsigned)ways[way];
            if (board->on[beside] == 3 - colour) board->edges[board->head[beside]]++;
        }
        point = next;
    } while (point != head);
}

static void put(Board *board, unsigned point, unsigned colour) {
    unsigned last = board->empty[--board->empties];
    board->empty[board->place[point]] = (uint16_t)last;
    board->place[last] = board->place[point];
    board->on[point] = (uint8_t)colour;
    board->head[point] = board->next[point] = (uint16_t)point;
    board->hash[point] = keys[colour][point];
    board->position ^= keys[colour][point];
    int own = 0;
    for (int way = 0; way < WAYS; way++) {
        unsigned beside = point + (unsigned)ways[way], there = board->on[beside];
        if (there == EMPTY) own++;
        if (there == BLACK || there == WHITE) board->edges[board->head[beside]]--;
    }
    board->edges[point] = (int16_t)own;
    for (int way = 0; way < WAYS; way++) {
        unsigned beside = point + (unsigned)ways[way], there = board->on[beside];
        if (there == colour && board->head[beside] != board->head[point])
            join(board, board->head[beside], board->head[point]);
        else if (there == 3 - colour && !board->edges[board->head[beside]])
            remove_group(board, board->head[beside], 3 - colour);
    }
}

/* Stones and the empty regions that touch one colour alone: black's less white's. */
static int score(Board *board) {
    int black = 0;
    for (unsigned point = STRIDE; point < POINTS - STRIDE; point++)
        black += (board->on[point] == BLACK) - (board->on[point] == WHITE);
    while (board->empties) {
        uint16_t waiting[SIDE * SIDE];
        int depth = 0, size = 0, touched = 0;
        unsigned start = board->empty[--board->empties];
        if (board->on[start] != EMPTY) continue;
        board->on[start] = BORDER;
        waiting[depth++] = (uint16_t)start;
        while (depth) {
            unsigned point = waiting[--depth];
            size++;
            for (int way = 0; way < WAYS; way++) {
                unsigned beside = point + (unsigned)ways[way], there = board->on[beside];
                if (there == BLACK || there == WHITE) touched |= (int)there;
                if (there != EMPTY) continue;
                board->on[beside] = BORDER;
                waiting[depth++] = (uint16_t)beside;
            }
        }
        black += touched == BLACK ? size : touched == WHITE ? -size : 0;
    }
    return black;
}

static Outcome play(uint64_t *random) {
    Board board = beginning;
    round_now++;
    note(board.position);
    for (int plies = 0, passes = 0; plies < MOST_PLIES; plies++) {
        unsigned colour = plies & 1 ? WHITE : BLACK;
        int passed = 1;
        /* The pass is drawn like a point; an illegal point gives its place to the last one. */
        for (int open = board.empties; passed;) {
            uint64_t word = random_word(random);
            unsigned index = draw(&word, (unsigned)open + 1);
            if (index == (unsigned)open) break;
            unsigned point = board.empty[index];
            if (legal(&board, point, colour)) {
                put(&board, point, colour);
                note(board.position);
                passed = 0;
            } else {
                unsigned last = board.empty[--open];
                board.empty[index] = (uint16_t)last;
                board.empty[open] = (uint16_t)point;
                board.place[last] = (uint16_t)index;
                board.place[point] = (uint16_t)open;
            }
        }
        passes = passed ? passes + 1 : 0;
        if (passes == 2) {
            int lead = score(&board);
            return (Outcome){plies + 1, lead > 0 ? 1 : lead < 0 ? 2 : 0};
        }
    }
    return (Outcome){MOST_PLIES, 0};
}

int main(int argc, char **argv) {
    prepare();
    return bench(argc, argv, "Go", play);
}
