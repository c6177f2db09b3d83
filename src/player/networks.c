/* The networks and the styles are in the user's data folder. */
#include "src/player/networks.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "engine/maia.h"
#include "src/game/scale.h"
#include "src/util/paths.h"
#include "src/util/text.h"

/* Sets `path` to "" if there is no data folder. */
static void find_folder(const char *name, char *path, size_t size)
{
    if (!paths_data_name(name, path, size))
        path[0] = '\0';
}

bool paths_maia(char *path, size_t size)
{
    int ratings[MAIA_COUNT];
    find_folder("maia", path, size);
    return maia_ratings(path, ratings) > 0;
}

/* Does not check what is in the folders, because the screen calls this for every position
 * analysed. */
void networks_set_folders(struct engine_settings *settings)
{
    find_folder("maia", settings->maia_folder, sizeof settings->maia_folder);
    find_folder("like", settings->like_folder, sizeof settings->like_folder);
}

/* Sets `name` to the file name without its ending ".like". Returns false if the file is not a
 * style, or if its name is too long or contains control characters. */
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
    return strcmp(clean, name) == 0; /* control characters in a name could control the terminal */
}

/* Inserts a name into the sorted list of names. If the list is full, its last name is dropped. */
static void insert_name(char names[STYLES_MAX][STYLE_NAME_MAX], int count, const char *name)
{
    int at = count < STYLES_MAX ? count : STYLES_MAX;
    while (at > 0 && strcmp(names[at - 1], name) > 0)
        at--;
    if (at == STYLES_MAX)
        return;
    int moved = (count < STYLES_MAX ? count : STYLES_MAX - 1) - at;
    memmove(names[at + 1], names[at], (size_t)moved * sizeof *names);
    snprintf(names[at], STYLE_NAME_MAX, "%s", name);
}

int styles_list(char names[STYLES_MAX][STYLE_NAME_MAX], int *others)
{
    char path[512], name[STYLE_NAME_MAX];
    int count = 0;
    find_folder("like", path, sizeof path);
    DIR *folder = path[0] ? opendir(path) : NULL;
    for (struct dirent *file; folder && (file = readdir(folder));) {
        if (is_style(file->d_name, name))
            insert_name(names, count++, name);
    }
    if (folder)
        closedir(folder);
    int listed = count < STYLES_MAX ? count : STYLES_MAX;
    if (others)
        *others = count - listed;
    return listed;
}

/* Looks for a style with this name in the folder, or else for one whose name differs only in its
 * capitals. Returns false if the folder has neither. */
static bool look_up(const char *path, const char *text, char found[STYLE_NAME_MAX])
{
    char name[STYLE_NAME_MAX];
    bool any = false, exact = false;
    DIR *folder = path[0] ? opendir(path) : NULL;
    for (struct dirent *file; folder && !exact && (file = readdir(folder));) {
        if (!is_style(file->d_name, name) || strcasecmp(name, text) != 0)
            continue;
        any = true;
        exact = strcmp(name, text) == 0;
        memcpy(found, name, STYLE_NAME_MAX);
    }
    if (folder)
        closedir(folder);
    return any;
}

bool styles_find(const char *text, const struct scale *scale, char name[STYLE_NAME_MAX], int *elo,
                 struct error *error)
{
    char path[512], found[STYLE_NAME_MAX];
    int rating;
    find_folder("like", path, sizeof path);
    text = look_up(path, text, found) ? found : text;
    if (!choice_style_rating(path, text, &rating, error))
        return false;
    snprintf(name, STYLE_NAME_MAX, "%s", text);
    *elo = scale_to_engine(scale, SCALE_LICHESS_RAPID, rating);
    return true;
}
