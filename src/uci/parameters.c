/* The search parameters, as UCI options in a build by `make TUNE=1`, and as the lines that
 * OpenBench takes for an SPSA test (see "SPSA inputs" in its wiki: name, type, value, bounds,
 * c_end, r_end). */
#include "src/uci/internal.h"

#include <stdio.h>

/* The learning rate at the end of a run, as OpenBench and fishtest usually set it. */
static const char r_end[] = "0.002";

void uci_list_parameters(void)
{
    for (int i = 0; SEARCH_IS_TUNABLE && i < SEARCH_PARAMETER_COUNT; i++) {
        const struct parameter_row *row = &search_parameter_rows[i];
        uci_say("option name %s type spin default %d min %d max %d", row->name, row->value,
                row->min, row->max);
    }
}

void uci_list_spsa(void)
{
    for (int i = 0; i < SEARCH_PARAMETER_COUNT; i++) {
        const struct parameter_row *row = &search_parameter_rows[i];
        uci_say("%s, int, %d, %d, %d, %d, %s", row->name, row->value, row->min, row->max, row->step,
                r_end);
    }
}
