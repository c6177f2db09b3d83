/* The options of fallible review, from the command line and from the settings. */
#include "src/cli/review_options.h"

#include "src/cli/settings.h"

#define REVIEW_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)                                            \
    SHARED(NAMES, NULL)                                                                            \
    DECK_OPTIONS(SHARED, FLAG, TEXT, NUMBER, OWN)

const struct option_row review_options[] = {OPTION_ROWS(REVIEW_OPTIONS)};

struct arguments review_options_default(void)
{
    return (struct arguments){.limit = 20, .retention = 90};
}

bool review_option_try(const char *name, const char *value, struct error *error)
{
    struct arguments options = review_options_default();
    struct shared_options shared = shared_options_default(ELO_FULL);
    return option_take(review_options, name, value, &shared, NULL, &options, error);
}
