/* Networks with errors in their structure. The first byte chooses between the network of method
 * human, of which bytes are replaced and the checksum is corrected, and a small Maia network made
 * here. In the latter, three bytes at a time are an error: the layer or message that has it, its
 * kind, and its amount. What is accepted can be computed. */
#include <math.h>

#include "engine/hash.h"
#include "engine/human/net.h"
#include "engine/maia/network.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit/weight_file.h"

enum { SPOTS = 162 }; /* the number of layers and messages */

static const uint8_t *errors;
static size_t error_count;
static int spot; /* number of layers and messages so far */

/* Returns the error for the next layer or message, or NULL. */
static const uint8_t *next_error(void)
{
    int here = spot++ % SPOTS;
    for (size_t i = 0; i < error_count; i++)
        if (errors[3 * i] % SPOTS == here)
            return errors + 3 * i + 1;
    return NULL;
}

static void put_message(struct bytes *bytes, int field, struct bytes *message)
{
    const uint8_t *error = next_error();
    int kind = error ? error[0] % 8 : 7, amount = error ? error[1] : 0;
    uint64_t length = message->size;
    if (kind == 0)
        field = amount;
    if (kind == 1)
        length += (uint64_t)amount;
    if (kind == 2)
        length = amount % 2 ? UINT64_MAX - (uint64_t)amount : (uint64_t)1 << amount % 64;
    if (kind == 3)
        message->size = message->size * (size_t)amount / 256;
    for (int i = kind == 4 ? amount % 4 : 0; i >= 0; i--) {
        put_varint(bytes, (uint64_t)field << 3 | (kind == 5 ? (unsigned)amount % 8 : WIRE_BYTES));
        put_varint(bytes, length);
        if (kind != 6)
            put(bytes, message->at, message->size);
    }
    free(message->at);
    *message = (struct bytes){0};
}

static void put_layer(struct bytes *bytes, int field, const char *part, int count, float min,
                      float max)
{
    (void)part;
    static const float odd[] = {0, -1, 1e5f, -1e5f, 1e6f, 1e30f, NAN, INFINITY, -INFINITY, 1e-38f};
    const uint8_t *error = next_error();
    int kind = error ? error[0] % 6 : 5, amount = error ? error[1] : 0;
    struct bytes layer = {0}, params = {0};
    if (kind == 0)
        count += amount - 128;
    if (kind == 1)
        count *= amount % 5;
    if (kind == 2)
        min = odd[amount % 10];
    if (kind == 3)
        max = odd[amount % 10];
    for (int i = 0; i < count; i++)
        put(&params, &(uint8_t[]){(uint8_t)(i * 37), (uint8_t)(i * 101)}, 2);
    if (kind == 4)
        put(&params, "", 1);
    put_float(&layer, 1, min);
    put_float(&layer, 2, max);
    put_message(&layer, 3, &params);
    put_message(bytes, field, &layer);
}

static struct bytes make_maia(void)
{
    struct bytes file = {0};
    spot = 0;
    put_magic(&file);
    put_network(&file);
    return file;
}

static void run_maia(const struct human_weights *weights)
{
    static struct network_output output;
    static const struct human_planes planes = {.masks = {1, 2, 4}, .values = {1, 1, 1}};
    struct network *network = network_create(weights, NULL);
    require(network);
    float *scratch = calloc(network_scratch(network, 1), sizeof *scratch);
    require(scratch);
    network_run(network, &planes, 1, &output, scratch);
    free(scratch);
    network_destroy(network);
}

static void read_maia(const uint8_t *data, size_t size)
{
    struct error error = {.message = ""};
    errors = data;
    error_count = size / 3;
    struct bytes file = make_maia();
    struct human_weights *weights = human_weights_parse(file.at, file.size, "fuzz", &error);
    require(weights || error_count > 0);
    if (weights)
        run_maia(weights);
    else
        fuzz_check_error(&error, file.size);
    human_weights_destroy(weights);
    free(file.at);
}

/* share/habits.bin with bytes replaced from an offset and the checksum corrected. */
static void read_habits(const uint8_t *data, size_t size)
{
    static uint8_t whole[1 << 21], changed[1 << 21];
    static size_t length;
    static struct choice_net net;
    struct error error = {.message = ""};
    FILE *file = length ? NULL : fopen("share/habits.bin", "r");
    if (file) {
        length = fread(whole, 1, sizeof whole, file);
        fclose(file);
    }
    require(length > CHOICE_NET_HEADER);
    if (size < 3)
        return;
    memcpy(changed, whole, length);
    size_t at = (size_t)(data[0] << 16 | data[1] << 8 | data[2]) % length;
    size_t put = size - 3 < length - at ? size - 3 : length - at;
    memcpy(changed + at, data + 3, put);
    size_t used = put == 0 ? at : length; /* without bytes, the file is cut off there */
    uint64_t sum = HASH_BEGIN;
    if (used > CHOICE_NET_HEADER)
        sum = hash_bytes(sum, changed + CHOICE_NET_HEADER, used - CHOICE_NET_HEADER);
    for (int i = 0; i < 8; i++)
        changed[16 + i] = (uint8_t)(sum >> 8 * i);
    uint8_t *exact = malloc(used ? used : 1); /* so that sanitizers see any read beyond it */
    require(exact);
    memcpy(exact, changed, used);
    if (choice_net_read(&net, exact, used, "fuzz", &error)) {
        size_t count;
        const float *numbers = choice_net_numbers(&net, &count);
        for (size_t i = 0; i < count; i++)
            require(fabsf(numbers[i]) <= 128);
    } else {
        fuzz_check_error(&error, used);
    }
    free(exact);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 0 && data[0] % 4 == 3)
        read_habits(data + 1, size - 1);
    else if (size > 0)
        read_maia(data + 1, size - 1);
    return 0;
}
