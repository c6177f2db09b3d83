/* Writes the evidence: the estimates side by side, then what they were computed from. */
#pragma once

#include <stdio.h>

#include "src/lab/evidence/evidence.h"

enum { EVIDENCE_APART = 100 /* Elo; a level whose estimates differ by more is marked */ };

void evidence_write_text(FILE *out, const struct evidence *evidence,
                         const struct evidence_setup *setup);
void evidence_write_json(FILE *out, const struct evidence *evidence,
                         const struct evidence_setup *setup);
