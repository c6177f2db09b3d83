/* The folder of a ladder holds results.txt, to which each finished measurement appends a line, and
 * the games of matches in progress. The file of a match is named after its key, in 16 hexadecimal
 * digits, and ".pgn". */
#include "src/lab/match/ladder_state.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Features are hashed by name, so that adding features later does not change existing keys. */
uint64_t ladder_key_player(uint64_t key, const struct player_spec *spec)
{
    struct search_features features = spec->features;
    for (int i = 0; i < SEARCH_FEATURE_COUNT; i++)
        if (!*search_feature(&features, i))
            key = shared_key_text(key, search_feature_name(i));
    for (int i = 0; i < GROUP_COUNT; i++)
        if (spec->knowledge[i] < 100) {
            key = shared_key_text(key, group_key((enum group)i));
            key = shared_key_number(key, (uint64_t)spec->knowledge[i]);
        }
    return shared_key_text(key, "player");
}

/* Records */

static bool read_record(const char *line, struct ladder_record *record)
{
    struct match_tally *tally = &record->tally;
    char rest;
    *record = (struct ladder_record){.is_suite = true};
    if (sscanf(line, "suite %16" SCNx64 " %9d %9d %c", &record->key, &record->solved,
               &record->positions, &rest) == 3)
        return record->solved >= 0 && record->solved <= record->positions;
    record->is_suite = false;
    if (sscanf(line,
               "match %16" SCNx64 " %9" SCNd64 " %9" SCNd64 " %9" SCNd64 " %9" SCNd64 " %9" SCNd64
               " %9" SCNd64 " %9" SCNd64 " %9" SCNd64 " %c",
               &record->key, &tally->wins, &tally->draws, &tally->losses, &tally->pairs[0],
               &tally->pairs[1], &tally->pairs[2], &tally->pairs[3], &tally->pairs[4], &rest) != 9)
        return false;
    int64_t pairs = 0;
    for (int i = 0; i < PAIR_OUTCOMES; i++) {
        pairs += tally->pairs[i];
        if (tally->pairs[i] < 0)
            return false;
    }
    return tally->wins >= 0 && tally->draws >= 0 && tally->losses >= 0 && pairs > 0 &&
           2 * pairs == tally->wins + tally->draws + tally->losses;
}

static bool is_record(const char *line)
{
    struct ladder_record record;
    return read_record(line, &record);
}

static void write_record(const struct ladder_record *record, char *line, size_t size)
{
    const struct match_tally *tally = &record->tally;
    if (record->is_suite)
        snprintf(line, size, "suite %016" PRIx64 " %d %d", record->key, record->solved,
                 record->positions);
    else
        snprintf(line, size,
                 "match %016" PRIx64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64
                 " %" PRId64 " %" PRId64 " %" PRId64,
                 record->key, tally->wins, tally->draws, tally->losses, tally->pairs[0],
                 tally->pairs[1], tally->pairs[2], tally->pairs[3], tally->pairs[4]);
}

/* The folder */

bool ladder_state_games(const struct ladder_state *state, uint64_t key, char *path, size_t size)
{
    int length = snprintf(path, size, "%s/%016" PRIx64 ".pgn", state->folder, key);
    return state->folder[0] && (size_t)length < size;
}

bool ladder_state_open(struct ladder_state *state, const char *folder, struct error *error)
{
    static const struct shared_form form = {
        is_record, "\"suite KEY SOLVED POSITIONS\" or \"match KEY WON DRAWN LOST P0 P1 P2 P3 P4\" "
                   "(Pn: number of pairs that won n half points)"};
    *state = (struct ladder_state){.results = NULL};
    if (folder &&
        snprintf(state->folder, sizeof state->folder, "%s", folder) >= (int)sizeof state->folder)
        return error_set(error, "the folder's name is too long");
    state->results = shared_results_open(folder, &form, error);
    return state->results != NULL;
}

void ladder_state_close(struct ladder_state *state)
{
    shared_results_close(state->results);
    *state = (struct ladder_state){.results = NULL};
}

bool ladder_state_find(const struct ladder_state *state, uint64_t key,
                       struct ladder_record *record)
{
    const char *line = shared_results_find(state->results, key);
    return line && read_record(line, record);
}

bool ladder_state_add(struct ladder_state *state, const struct ladder_record *record,
                      struct error *error)
{
    char line[256];
    write_record(record, line, sizeof line);
    return shared_results_add(state->results, record->key, line, error);
}
