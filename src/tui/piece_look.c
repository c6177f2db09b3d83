/* The names of the ways of drawing pieces. */
#include "src/tui/piece_look.h"

#include "src/util/text.h"

NAMES_OF(tui_piece_look, enum piece_look, PIECE_LOOKS)

bool tui_read_piece_look(const char *name, enum piece_look *look, struct error *error)
{
    static const char *const names[] = {PIECE_LOOKS(NAME_OF_ROW)};
    return text_choice("pieces", name, names, PIECE_LOOKS_COUNT, look, error);
}
