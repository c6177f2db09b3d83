/* The networks and the styles are in the user's data folder. */
#include "src/player/networks.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "engine/maia.h"
#include "src/game/scale.h"
#include "src/util/paths.h"
#include "src/util/text.h"

bool paths_maia(char *path, size_t size)
{
    int ratings[MAIA_COUNT];
    if (!paths_data_name("maia", path, size))
        path[0] = '\0';
    return maia_ratings(path, ratings) > 0;
}

static void find_styles(char *path, size_t size)
{
    if (!paths_data_name("like", path, size))
        path[0] = '\0';
}

void networks_set_folders(struct engine_settings *settings)
{
    paths_maia(settings->maia_folder, sizeof settings->maia_folder);
    find_styles(settings->like_folder, sizeof settings->like_folder);
}

/* Sets name to the file name without its ending ".like". Returns false if the file is not a style,
 * or if its name is too long or contains control characters. */
static bool is_style(const char *file, char name[STYLE_NAME_MAX])
{
    static const char ending[] = ".like";
    size_t length = strlen(file), end = sizeof ending - 1;
    if (length <= end || length - end >= STYLE_NAME_MAX || strcmp(file + length - end, ending) != 0)
        return false;
    snprintf(name, STYLE_NAME_MAX, "%.*s", (int)(length - end), file);
    char clean[STYLE_NAME_MAX];
    memcpy(clean, name, sizeof clean);
    text_sanitize(clean);
    return strcmp(clean, name) == 0; /* a name with control characters could control the terminal */
}

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

int styles_list(char names[STYLES_MAX][STYLE_NAME_MAX])
{
    char path[512];
    int count = 0;
    find_styles(path, sizeof path);
    DIR *folder = path[0] ? opendir(path) : NULL;
    for (struct dirent *file; folder && count < STYLES_MAX && (file = readdir(folder));)
        count += is_style(file->d_name, names[count]);
    if (folder)
        closedir(folder);
    qsort(names, (size_t)count, sizeof *names, by_name);
    return count;
}

bool styles_find(const char *text, const struct scale *scale, char name[STYLE_NAME_MAX], int *elo,
                 struct error *error)
{
    char path[512], names[STYLES_MAX][STYLE_NAME_MAX];
    int count = styles_list(names), at = 0, rating;
    find_styles(path, sizeof path);
    while (at < count && strcmp(names[at], text) != 0)
        at++;
    for (int i = 0; at == count && i < count; i++)
        at = strcasecmp(names[i], text) == 0 ? i : at;
    text = at < count ? names[at] : text;
    if (!choice_style_rating(path, text, &rating, error))
        return false;
    snprintf(name, STYLE_NAME_MAX, "%s", text);
    *elo = scale_to_engine(scale, SCALE_LICHESS_RAPID, rating);
    return true;
}
