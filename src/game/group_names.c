/* Every command, option and file that names a group may use any of its names: its key, which files
 * store, and the names that the screen shows, with and without Unicode. */
#include "src/game/group_names.h"

#include <string.h>
#include <strings.h>

#include "src/util/text.h"

bool group_find_in(const char *name, size_t length, int *group)
{
    for (int i = 0; i < GROUP_COUNT; i++) {
        enum group known = (enum group)i;
        const char *const names[] = {group_key(known), group_name(known), group_ascii(known)};
        for (int j = 0; j < 3; j++) {
            if (strlen(names[j]) == length && strncasecmp(names[j], name, length) == 0) {
                *group = i;
                return true;
            }
        }
    }
    return false;
}

bool group_find(const char *name, int *group)
{
    return group_find_in(name, strlen(name), group);
}

void group_list(char text[GROUP_LIST])
{
    text[0] = '\0';
    for (int i = 0; i < GROUP_COUNT; i++)
        text_add(text, GROUP_LIST, "%s%s", i > 0 ? " " : "", group_ascii((enum group)i));
}
