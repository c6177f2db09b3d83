/* Uncompressed Lc0 weight files; every tenth input is read as a file that may be compressed. */
#include "engine/maia/weights.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error error = {.message = ""};
    struct human_weights *weights = human_weights_parse(data, size, "fuzz", &error);
    if (!weights)
        fuzz_check_error(&error, size);
    human_weights_destroy(weights);
    if (size > 0 && (data[0] == 0x1F || data[size - 1] % 10 == 0)) {
        weights = human_weights_read(fuzz_file(data, size), &error);
        human_weights_destroy(weights);
    }
    return 0;
}
