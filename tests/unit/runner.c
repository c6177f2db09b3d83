/* All unit tests in one program, because linking each with the whole program takes seconds. It runs
 * the test whose name it is started by; build/tests/NAME is a link to it. */
#include <stdio.h>
#include <string.h>

#define UNIT_TEST(name) int name##_main(void);
#include "unit_tests.h"
#undef UNIT_TEST

int main(int count, char **arguments)
{
    static const struct {
        const char *name;
        int (*run)(void);
    } tests[] = {
#define UNIT_TEST(name) {#name, name##_main},
#include "unit_tests.h"
    };
    const char *path = count > 0 ? arguments[0] : "", *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        if (strcmp(name, tests[i].name) == 0)
            return tests[i].run();
    fprintf(stderr, "%s: there is no unit test of this name\n", name);
    return 2;
}
