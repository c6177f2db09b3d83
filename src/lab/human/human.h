/* How human a player is: data sets of people's moves, the fit of the feature weights, and the check
 * against people and networks.
 *
 * Other rooms include: check.h, collect.h, export.h, fit.h. */
#pragma once
