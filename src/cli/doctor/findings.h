/* The parts of the system that fallible doctor checks. Each function describes one part in a
 * finding; all functions together take about a second. */
#pragma once

#include "src/cli/settings.h"
#include "src/util/text.h"

struct arguments {
    const char *syzygy, *output;
    bool json, repair;
    struct settings settings;
    bool settings_good;
};

/* What was found about one part of the system: a text of one or more lines. */
struct finding {
    char text[2048];
    bool wrong; /* the part is damaged or incomplete, or it cannot be used */
};

#define SAY(finding, ...) text_add((finding)->text, sizeof(finding)->text, __VA_ARGS__)

enum { PATH_MAX_BYTES = 4096 };

void find_terminal(const struct arguments *options, struct finding *finding);
void find_locale(const struct arguments *options, struct finding *finding);
void find_colors(const struct arguments *options, struct finding *finding);
void find_processor(const struct arguments *options, struct finding *finding);
void find_installation(const struct arguments *options, struct finding *finding);
void find_settings(const struct arguments *options, struct finding *finding);
void find_levels(const struct arguments *options, struct finding *finding);
void find_book(const struct arguments *options, struct finding *finding);
void find_networks(const struct arguments *options, struct finding *finding);
void find_tables(const struct arguments *options, struct finding *finding);
void find_database(const struct arguments *options, struct finding *finding);
void find_caches(const struct arguments *options, struct finding *finding);
void find_guests(const struct arguments *options, struct finding *finding);

/* Does the work of fallible doctor --repair. `output` is the name of the new database; NULL: beside
 * the old one. Returns the exit status. */
int doctor_repair(const char *output);
