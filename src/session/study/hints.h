/* Hints about the position shown. */
#pragma once

#include "engine/engine.h"
#include "src/claims/hint.h"

struct game_node;
struct session;

/* The hint asked for last, and the search for it. */
struct session_hints {
    struct hint hint;
    const struct game_node *node; /* the position that the hint is for */
    struct prover *prover;        /* proves hints; created when first needed */
    bool searched_on;             /* it has its longer budget, because it could prove nothing */
    struct report report;         /* the latest report of the search that the prover asked for */
};

void session_go_on_with_hint(struct session *session); /* a search for the hint has finished */
/* Drops the hint, with a message, if it is pending but no search for it is running: the search
 * could not start or was cancelled. */
void session_give_up_hint(struct session *session);
