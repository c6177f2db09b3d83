/* The names of the ways of drawing pieces. */
#include "src/tui/piece_look.h"

#include <string.h>

const char *tui_piece_look(enum piece_look look)
{
    static const char *const names[] = {
#define X(id, name) name,
        PIECE_LOOKS(X)
#undef X
    };
    return names[look];
}

bool tui_read_piece_look(const char *name, enum piece_look *look, struct error *error)
{
    for (int i = 0; i < PIECE_LOOKS_COUNT; i++) {
        if (strcmp(tui_piece_look((enum piece_look)i), name) == 0) {
            *look = (enum piece_look)i;
            return true;
        }
    }
    return error_set(error, "pieces takes auto, figures, outline or letters, not \"%.40s\"", name);
}
