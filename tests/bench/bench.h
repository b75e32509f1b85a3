/* What the programs of this folder share: chance, sets of at most 64 sites, and the report.

   Each program plays complete games of uniformly random legal moves in one thread:

       cc -std=c11 -O3 -march=native -mtune=generic -fno-pie -no-pie -o yavalath yavalath.c
       ./yavalath GAMES SEED

   and prints one line of JSON. They say how fast a game can be played by code that knows it. */

#define _POSIX_C_SOURCE 200809L

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef __BMI2__
#include <immintrin.h>
#endif

#define INLINE static inline __attribute__((always_inline))

__extension__ typedef unsigned __int128 Wide;

/* How a game went: its length, and who won, 1 or 2, or 0 for a draw. */
typedef struct {
    int plies, winner;
} Outcome;

/* splitmix64 */
INLINE uint64_t random_word(uint64_t *random) {
    uint64_t word = *random += 0x9E3779B97F4A7C15;
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9;
    word = (word ^ word >> 27) * 0x94D049BB133111EB;
    return word ^ word >> 31;
}

/* A number from 0 up to `bound`. The rest of the word serves for further draws: of k draws with
   bounds up to b, none is off by more than a share of b^k / 2^64. */
INLINE unsigned draw(uint64_t *word, uint64_t bound) {
#ifdef __GNUC__
    __asm__("" : "+r"(bound)); /* GCC would count loops in 128 bits otherwise */
#endif
    Wide product = (Wide)*word * bound;
    *word = (uint64_t)product;
    return (unsigned)(product >> 64);
}

/* The member of a set with this many lower ones, as a set. */
INLINE uint64_t nth(uint64_t set, unsigned index) {
#ifdef __BMI2__
    return _pdep_u64(1ULL << index, set);
#else
    while (index--) set &= set - 1;
    return set & -set;
#endif
}

/* The bits of a set that a mask names, moved together. */
INLINE uint64_t extract(uint64_t set, uint64_t mask) {
#ifdef __BMI2__
    return _pext_u64(set, mask);
#else
    uint64_t found = 0;
    for (int place = 0; mask; place++, mask &= mask - 1)
        found |= (uint64_t)((set & mask & -mask) != 0) << place;
    return found;
#endif
}

INLINE unsigned count(uint64_t set) { return (unsigned)__builtin_popcountll(set); }

INLINE unsigned first(uint64_t set) { return (unsigned)__builtin_ctzll(set); }

INLINE double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Play the games that the arguments ask for, and report on them. */
INLINE int bench(int argc, char **argv, const char *name, Outcome (*play)(uint64_t *)) {
    if (argc != 3) {
        fprintf(stderr, "usage: %s GAMES SEED\n", argv[0]);
        return 2;
    }
    uint64_t games = strtoull(argv[1], NULL, 10);
    uint64_t random = strtoull(argv[2], NULL, 10);
    random = random_word(&random);
    uint64_t plies = 0, wins[3] = {0};
    double start = seconds_now();
    for (uint64_t game = 0; game < games; game++) {
        Outcome outcome = play(&random);
        plies += (uint64_t)outcome.plies;
        wins[outcome.winner]++;
    }
    double seconds = seconds_now() - start;
    printf("{\"game\": \"%s\", \"games\": %llu, \"plies\": %llu, \"wins\": [%llu, %llu], "
           "\"draws\": %llu, \"seconds\": %.6f}\n",
           name, (unsigned long long)games, (unsigned long long)plies,
           (unsigned long long)wins[1], (unsigned long long)wins[2],
           (unsigned long long)wins[0], seconds);
    return 0;
}
