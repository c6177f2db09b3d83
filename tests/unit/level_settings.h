/* The default settings, but with the search that a weakened engine uses: the features and
 * parameters with which the levels were measured. */
#pragma once

#include "engine/engine.h"
#include "engine/search/features.h"
#include "engine/search/parameters.h"

static inline struct engine_settings level_settings(void)
{
    struct engine_settings settings = engine_settings_default();
    search_features_of_levels(&settings.features);
    settings.parameters = search_parameters_of_levels;
    return settings;
}
