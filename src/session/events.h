/* What the engines and probes of a session report is handled in events.c. */
#pragma once

#include <stdint.h>

struct session;
void session_poll_engines(struct session *session, int64_t now);
