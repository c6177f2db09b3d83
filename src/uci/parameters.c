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

bool uci_set_search_parameter(struct uci *uci, const char *name, const char *value)
{
    const struct parameter_row *row = SEARCH_IS_TUNABLE ? search_parameter_row(name) : NULL;
    int64_t number;
    if (!row)
        return false;
    struct engine_settings settings = uci->settings;
    if (uci_read_spin(name, value, row->min, row->max, &number)) {
        *search_parameter(&settings.parameters, row) = (int)number;
        (void)uci_configure(uci, &settings);
    }
    return true;
}

void uci_list_spsa(void)
{
    for (int i = 0; i < SEARCH_PARAMETER_COUNT; i++) {
        const struct parameter_row *row = &search_parameter_rows[i];
        uci_say("%s, int, %d, %d, %d, %d, %s", row->name, row->value, row->min, row->max, row->step,
                r_end);
    }
}
