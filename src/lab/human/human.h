/* Measures and fits how human a player is: data sets of people's moves, the fit of the feature
 * weights, and the comparison with people and networks.
 *
 * Other public headers: check.h, check_entrants.h, check_sample.h, check_shared.h, collect.h,
 * dataset.h, export.h, fit.h, like.h, rated.h, strength_fit.h. */
#pragma once
