/* The mode in which a position is set up. */
#pragma once

#include "src/session/mode.h"

struct session;
struct session_reply;

/* Carries out a line typed while a position is being set up. */
void session_enter_setup(struct session *session, const char *line, struct session_reply *reply);
void session_leave_setup(struct session *session, enum mode next);
void session_enter_setup_mode(struct session *session, enum mode before);
