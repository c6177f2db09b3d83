/* Creates the panes and dialogs listed in panes/panes.h and dialogs/dialogs.h. */
#include <stdlib.h>

#include "src/tui/dialogs/dialogs.h"
#include "src/tui/panes/panes.h"

bool panes_create(struct model *model)
{
    static const struct pane_ops *const list[] = {
#define X(name) &pane_##name,
        PANES(X)
        DIALOGS(X)
#undef X
    };
    enum { COUNT = sizeof list / sizeof *list };
    model->panes = calloc(COUNT, sizeof *model->panes);
    if (!model->panes)
        return false;
    model->pane_count = COUNT;
    for (int i = 0; i < COUNT; i++) {
        struct pane *pane = &model->panes[i];
        pane->ops = list[i];
        pane->model = model;
        if (pane->ops->size > 0 && !(pane->state = calloc(1, pane->ops->size))) {
            panes_destroy(model);
            return false;
        }
    }
    return true;
}

void panes_destroy(struct model *model)
{
    for (int i = 0; i < model->pane_count; i++) {
        struct pane *pane = &model->panes[i];
        if (pane->ops && pane->ops->finish && pane->state)
            pane->ops->finish(pane);
        free(pane->state);
    }
    free(model->panes);
    model->panes = NULL;
    model->pane_count = 0;
    model->dialog = NULL;
}
