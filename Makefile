# Builds everything. configure writes config.mk.
VERSION = 0.1.0

# OpenBench calls `make EXE=NAME CC=COMPILER` without ./configure, and starts the program without
# arguments as a UCI engine.
ifdef EXE
ifeq ($(wildcard config.mk),)
$(info $(shell ./configure $(if $(filter command%,$(origin CC)),--cc=$(CC))))
endif
endif
ifeq ($(wildcard config.mk),)
ifeq ($(filter clean dist,$(MAKECMDGOALS)),)
$(error run ./configure first (./configure --help lists its options))
endif
endif
-include config.mk
MAKEFLAGS += --jobs=$(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)

BUILD = build
FALLIBLE = fallible
BENCH_SIGNATURE := $(shell cat share/bench.signature 2>/dev/null)
# -Wno-psabi: how other compilers pass vectors does not matter within one program.
WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wno-psabi

ifdef SANITIZE
comma := ,
override BUILD := $(BUILD)/sanitize-$(subst $(comma),-,$(SANITIZE))$(if $(THOROUGH),-thorough)
override FALLIBLE := $(BUILD)/fallible
# -DSANITIZED: fewer repetitions in the slowest unit tests; THOROUGH=1: all of them, here and in
# tests/run. With -O1 and -g1 (the lines of a report, no variables) gcc takes a third of the time of
# -O2 and -g; clang takes the same.
OPTIMISE := $(if $(filter memory,$(SANITIZE)),-O2,-O1) -g1 -DDEBUG $(if $(THOROUGH),,-DSANITIZED) \
    -fno-omit-frame-pointer -fsanitize=$(SANITIZE) -fno-sanitize-recover=all
endif
# gcc has no memory sanitizer. The linker sends calls of libraries through a file that says what they wrote.
ifeq ($(SANITIZE),memory)
override CC := clang
# __NO_INLINE__: getc_unlocked is a call, not a look into a buffer that libc has filled.
OPTIMISE += -DMEMORY_SANITIZED -D__NO_INLINE__
memory_borders := tests/unit/memory_borders.c
wrap_calls := $(shell sed -nE 's/^(WRAP\w*|DECLARE).[^,]*, (\w+), .*/-Wl,--wrap=\2/p' $(memory_borders))
endif

# make TUNE=1: makes the constants of the search options, for fallible tune search.
ifdef TUNE
override BUILD := $(BUILD)$(if $(SANITIZE),-,/)tune
override FALLIBLE := $(BUILD)/fallible
endif

ifdef EXE
override BUILD := $(BUILD)/exe
override FALLIBLE := $(EXE)
endif

# make fuzz builds everything again for libFuzzer, with sanitizers.
ifdef FUZZ
override CC := clang
override BUILD := $(BUILD)/libfuzzer
override FALLIBLE := $(BUILD)/fallible
OPTIMISE := -O1 -fno-omit-frame-pointer -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
endif

ifdef PROFILE
override BUILD := $(BUILD)/profile
override FALLIBLE := $(BUILD)/fallible
OPTIMISE := -O2 -fno-omit-frame-pointer
endif

ifdef COVERAGE
override CC := gcc
override BUILD := $(BUILD)/coverage
override FALLIBLE := $(BUILD)/fallible
OPTIMISE := -O1 --coverage -fprofile-update=atomic
endif

# make static: a program without shared libraries. It reads no endgame tables, because no system has a
# static libfathom.
ifdef STATIC
override BUILD := $(BUILD)/static
override FALLIBLE := $(BUILD)/fallible
endif

# Each system has its own macro for functions beyond POSIX.
EVERYTHING = -D_GNU_SOURCE -D_DARWIN_C_SOURCE -D_NETBSD_SOURCE -D__BSD_VISIBLE=1
CPPFLAGS_ALL = $(EVERYTHING) $(if $(TUNE),-DTUNE) $(if $(STATIC)$(WITHOUT_FATHOM),,-DHAVE_FATHOM) -I. -I$(BUILD)/generated $(CPPFLAGS)
# The same bytes in any folder, except for gcov, which needs the folder's name.
CFLAGS_ALL = -std=c17 -g $(if $(COVERAGE),,'-ffile-prefix-map=$(CURDIR)=.') $(OPTIMISE) $(WARNINGS) $(WERROR) -pthread $(LIBRARY_CFLAGS) $(CFLAGS)
LIBS = $(LINK_HARDENING) $(if $(STATIC),-static $(STATIC_LIBS),$(LIBRARY_LIBS)) -lm -pthread

engine_sources := $(sort $(wildcard engine/*.c engine/*/*.c engine/*/*/*.c))
program_sources := $(sort $(wildcard src/*.c src/*/*.c src/*/*/*.c))
test_sources := $(sort $(wildcard tests/unit/*_test.c))
fuzz_sources := $(sort $(wildcard tests/fuzz/*_fuzz.c))
engine_objects := $(engine_sources:%.c=$(BUILD)/%.o)
program_objects := $(program_sources:%.c=$(BUILD)/%.o)
test_programs := $(test_sources:tests/unit/%.c=$(BUILD)/tests/%)
fuzz_programs := $(fuzz_sources:tests/fuzz/%_fuzz.c=$(BUILD)/fuzz/%)
library := $(BUILD)/libengine.a
built_in := $(BUILD)/generated/strength_conf.h $(BUILD)/generated/human_conf.h \
    $(BUILD)/generated/habits_bin.h $(BUILD)/generated/played_conf.h \
    $(BUILD)/generated/scale_tsv.h
generated := $(built_in) $(BUILD)/generated/shipped_files.h

# Prints one line for each step. V=1 prints whole commands, -s nothing.
step = $(if $(V),,@$(if $(findstring s,$(firstword -$(MAKEFLAGS))),,echo '$1 $2';))

.PHONY: all static play check check-full check-memory memory-programs check-programs train-check human-logits pawn-network coverage coverage-report fuzz fuzz-programs bench profile lint tidy analyse analyse-gcc analyse-clang format picture install install-library uninstall clean dist sbom deb

all: $(FALLIBLE)

# The program and the tests link everything except main, and other programs only the engine. With gcc, both
# are one object, so that the engine is optimised once, and not again for each link.
linked = $(filter-out $(BUILD)/src/main.o,$(program_objects)) $(library)
linked_engine = $(engine_objects)
ifneq ($(findstring -flto=auto,$(OPTIMISE)),)
as_one = $(call step,link,$@)$(CC) $(CFLAGS_ALL) -r -flinker-output=nolto-rel $^ -o $@
# With one partition, static symbols stay static, so their names cannot clash with those of another link.
$(BUILD)/engine.o: $(engine_objects)
	$(as_one) -flto-partition=one
# The engine comes first, so that its link, which is one process, runs beside the compiling of the rest.
$(BUILD)/program.o: $(BUILD)/engine.o $(filter-out $(BUILD)/src/main.o,$(program_objects))
	$(as_one)
linked = $(BUILD)/program.o
linked_engine = $(BUILD)/engine.o
# The tests' own files run for moments and take longer to optimise; gcc warns without -O that fortifying
# needs it. Without the debug information, which is 10 MB in each program; it stays in those of other builds,
# which also optimise, for the warnings that need it.
for_tests = -O0 -g0 -U_FORTIFY_SOURCE -fno-lto -Wl,-S
endif

$(FALLIBLE): $(BUILD)/src/main.o $(linked)
	$(call step,link,$@)$(CC) $(CFLAGS_ALL) $(LDFLAGS) $^ $(LIBS) -o $@

$(library): $(engine_objects)
	@rm -f $@
	$(call step,archive,$@)$(AR) rcs $@ $^

# Text files as arrays, so that the program plays without any files. (String literals of more than
# 4095 characters are not portable.)
$(BUILD)/generated/%_conf.h: share/%.conf
	@mkdir -p $(@D)
	$(call step,generate,$@){ echo 'static const char $*_conf[] = {'; \
	  od -An -v -tu1 $< | sed -e 's/[0-9][0-9]*/&,/g'; echo '0};'; } > $@.new
	@mv $@.new $@

$(BUILD)/generated/%_tsv.h: share/%.tsv
	@mkdir -p $(@D)
	$(call step,generate,$@){ echo 'static const char $*_tsv[] = {'; \
	  od -An -v -tu1 $< | sed -e 's/[0-9][0-9]*/&,/g'; echo '0};'; } > $@.new
	@mv $@.new $@

# Binary files as arrays, without a final zero.
$(BUILD)/generated/%_bin.h: share/%.bin
	@mkdir -p $(@D)
	$(call step,generate,$@){ echo 'static const unsigned char $*_bin[] = {'; \
	  od -An -v -tu1 $< | sed -e 's/[0-9][0-9]*/&,/g'; echo '};'; } > $@.new
	@mv $@.new $@

# Name, size and checksum of each data file that is installed. They are always computed, because a file may
# have become older or be gone.
shipped := $(sort $(wildcard share/*.conf share/*.tsv share/*.epd share/openings/*.pgn puzzles/*.epd puzzles/*.csv)) share/book.bin
.PHONY: always
$(BUILD)/generated/shipped_files.h: always
	@mkdir -p $(@D)
	@cksum $(shipped) > $@.sums
	@awk '{ printf "{\"%s\", %s, %sU},\n", $$3, $$2, $$1 }' $@.sums > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

.SECONDARY: $(generated)

$(BUILD)/%.o: %.c config.mk | $(generated)
	@mkdir -p $(@D)
	$(call step,compile,$<)$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) -MMD -MP -c $< -o $@

# Only the engine gains from link-time optimisation, and is linked by itself. Outside it and src/lab no code
# computes for long, and -O3 only takes longer to compile.
without_lto := $(filter-out -flto%,$(OPTIMISE))
$(program_objects): OPTIMISE := $(without_lto)
$(filter-out $(BUILD)/src/lab/%,$(program_objects)): OPTIMISE := $(patsubst -O3,-O2,$(without_lto))
ifdef SANITIZE
# These run for a moment, so that compiling them matters more.
$(filter-out $(BUILD)/src/lab/%,$(program_objects)): OPTIMISE := $(patsubst -O%,-O0,$(OPTIMISE))
for_tests = -O0
endif
$(BUILD)/src/main.o: CPPFLAGS_ALL += -DPROGRAM_VERSION='"$(VERSION)"' -DBENCH_SIGNATURE='"$(BENCH_SIGNATURE)"'
ifdef EXE
$(BUILD)/src/main.o: CPPFLAGS_ALL += -DBARE_MEANS_UCI
endif
$(BUILD)/src/main.o: Makefile share/bench.signature
# The networks may use fused multiply-add, because their results need not be the same to the last bit on
# all machines. ISO C computes floats as doubles on some machines (s390x, x87), which prevents
# vectorisation; GNU C does not.
$(BUILD)/engine/maia/kernels.o: CFLAGS_ALL += -std=gnu17 -ffp-contract=fast
# The undefined sanitizer makes the kernels of the networks several times as slow; the others stay on. At -O1
# the networks would be twice as slow.
$(BUILD)/engine/maia/kernels.o: OPTIMISE += $(if $(SANITIZE),-fno-sanitize=undefined)
$(patsubst %,$(BUILD)/engine/%.o,maia/kernels human/net human/model): OPTIMISE += $(if $(SANITIZE),-O2)
# gcc follows the pointers of this file for a quarter of a minute at -O1, to no use.
$(BUILD)/engine/eval/evaluate.o: OPTIMISE += $(if $(SANITIZE),-Og)

$(BUILD)/src/util/paths.o: CPPFLAGS_ALL += -DDATADIR='"$(PREFIX)/share/fallible"'

-include $(shell test -d $(BUILD) && find $(BUILD) -type f -name '*.d')

static:
	$(MAKE) STATIC=1 all

play: all
	./$(FALLIBLE)

# Most unit tests are linked into one program (tests/unit/runner.c), because linking each of them takes longer
# than compiling it. Those that replace functions of libraries are programs of their own.
alone := $(patsubst %,$(BUILD)/tests/%_test,entry last_file store_writer)
together := $(filter-out $(alone),$(test_programs))
test_objects := $(together:$(BUILD)/tests/%=$(BUILD)/tests/unit/%.o)

$(BUILD)/tests/unit/%.o: tests/unit/%.c config.mk | $(generated)
	@mkdir -p $(@D)
	$(call step,compile,$<)$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) $(for_tests) $(CMOCKA_CFLAGS) -Dmain=$*_main -MMD -MP -c $< -o $@

$(BUILD)/generated/unit_tests.h: always
	@mkdir -p $(@D)
	@printf 'UNIT_TEST(%s)\n' $(notdir $(together)) > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

$(BUILD)/tests/runner: tests/unit/runner.c $(test_objects) $(memory_borders) $(linked) $(BUILD)/generated/unit_tests.h
	$(link_test)
$(together): $(BUILD)/tests/runner
	@ln -sf runner $@
$(alone): $(BUILD)/tests/%: tests/unit/%.c $(memory_borders) $(linked)
	$(link_test)

define link_test
@mkdir -p $(@D)
$(call step,link,$@)$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) $(for_tests) $(CMOCKA_CFLAGS) $(LDFLAGS) $(wrap_calls) -MMD -MP -MF $@.d \
    $(filter-out %.h %.def,$^) $(CMOCKA_LIBS) $(LIBS) -o $@
endef

$(BUILD)/tests/judge_driver: tests/judge/judge_driver.c $(linked_engine)
	@mkdir -p $(@D)
	$(call step,link,$@)$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) $(for_tests) $(LDFLAGS) $^ $(LIBS) -o $@

# Fuzz targets: for make fuzz each linked with libFuzzer, and for make check all in one program with a plain
# driver.
ifdef FUZZ
$(BUILD)/fuzz/%: tests/fuzz/%_fuzz.c $(linked)
	@mkdir -p $(@D)
	$(call step,link,$@)$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) $(LDFLAGS) -MMD -MP -MF $@.d $< $(linked) -fsanitize=fuzzer $(LIBS) -o $@
else
$(BUILD)/tests/fuzz/%_fuzz.o: tests/fuzz/%_fuzz.c config.mk | $(generated)
	@mkdir -p $(@D)
	$(call step,compile,$<)$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) $(for_tests) -DLLVMFuzzerTestOneInput=$*_input -MMD -MP -c $< -o $@

$(BUILD)/generated/fuzz_targets.h: always
	@mkdir -p $(@D)
	@printf 'FUZZ_TARGET(%s)\n' $(notdir $(fuzz_programs)) > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

$(BUILD)/fuzz/driver: tests/fuzz/driver.c $(fuzz_sources:%.c=$(BUILD)/%.o) $(linked) $(BUILD)/generated/fuzz_targets.h
	@mkdir -p $(@D)
	$(call step,link,$@)$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) $(for_tests) $(LDFLAGS) -MMD -MP -MF $@.d $(filter-out %.h,$^) $(LIBS) -o $@
$(fuzz_programs): $(BUILD)/fuzz/driver
	@ln -sf driver $@
endif

# Written for glibc. If it cannot be built, tests/alloc/run is skipped.
$(BUILD)/tests/fail_alloc.so: tests/alloc/fail_alloc.c config.mk
	@mkdir -p $(@D)
	$(call step,link,$@)$(CC) $(EVERYTHING) -std=c17 -g -O1 $(WARNINGS) -shared -fPIC -shared-libgcc $< -ldl -o $@ || rm -f $@

# The same for failing writes, for tests/faults/run, on Linux.
$(BUILD)/tests/fail_io.so: tests/faults/fail_io.c config.mk
	@mkdir -p $(@D)
	$(call step,link,$@)$(CC) $(EVERYTHING) -std=c17 -g -O1 $(WARNINGS) -shared -fPIC $< -ldl -o $@ || rm -f $@

check-programs: all $(test_programs) $(fuzz_programs) $(BUILD)/tests/judge_driver $(BUILD)/tests/fail_alloc.so $(BUILD)/tests/fail_io.so

fuzz-programs: $(fuzz_programs)

# Builds the targets for tests/fuzz/run SECONDS [TARGET...].
fuzz:
	$(MAKE) FUZZ=1 fuzz-programs

check: check-programs
	BUILD=$(BUILD) FALLIBLE=$(FALLIBLE) SANITIZE=$(SANITIZE) tests/run

# Runs the unit tests with clang's MemorySanitizer, which finds reads of memory that nobody wrote. Left out:
# entry_test, because readline calls our code with memory of its own; terminal tests and fuzz targets, which run
# with the other sanitizers, because ncurses and readline are not built for this one; and, unless THOROUGH=1, the
# tests that mostly search or play, which take two thirds of the time. The longest come first.
long_searches := choice methods session_modes search match level_probe finish hint suspended_analysis names \
    calibrate ladder
longest := $(patsubst %,tests/unit/%_test.c,session pgn pitfalls)
memory_left_out := tests/unit/entry_test.c $(if $(THOROUGH),,$(long_searches:%=tests/unit/%_test.c))
memory_tests = $(longest) $(filter-out $(longest) $(memory_left_out),$(test_sources))
check-memory:
	$(MAKE) SANITIZE=memory memory-programs
	@echo "MemorySanitizer: $(words $(memory_tests)) files of unit tests; without $(notdir $(memory_left_out)), terminal tests (ncurses) and fuzz targets"
	BUILD=$(BUILD)/sanitize-memory$(if $(THOROUGH),-thorough) SANITIZE=memory TESTS="$(memory_tests)" tests/run

memory-programs: $(memory_tests:tests/unit/%.c=$(BUILD)/tests/%) $(BUILD)/src/main.o

# Reports which lines of engine/ and src/ the tests run (with gcc and gcov).
coverage:
	$(MAKE) COVERAGE=1 coverage-report

coverage-report: check-programs
	BUILD=$(BUILD) tests/coverage

# Tests that take too long for every commit.
check-full: check
	FALLIBLE=$(FALLIBLE) tests/soak/kill 60
	FALLIBLE=$(FALLIBLE) tests/soak/games 500
	FALLIBLE=$(FALLIBLE) tests/soak/terminal 2
	FALLIBLE=$(FALLIBLE) BUILD=$(BUILD) tests/alloc/run

# Trains both networks on a few positions, from the export to the weights.
PYTHON = python3
training = engine/human/training
train-check: all
	@if $(PYTHON) -c 'import torch' 2>/dev/null; then \
	    $(PYTHON) -B $(training)/check.py ./$(FALLIBLE) && \
	    $(PYTHON) -B engine/eval/training/check.py ./$(FALLIBLE); \
	else \
	    echo 'train-check: $(PYTHON) has no PyTorch, so nothing was checked.'; \
	    echo 'Debian has it as python3-torch, for PYTHON=/usr/bin/python3.'; \
	fi

# PyTorch's output for the network that ships, which a unit test compares with the engine's.
human-logits: all
	@mkdir -p $(BUILD)
	./$(FALLIBLE) human-data --per-game 2 -o $(BUILD)/human-choices tests/data/people.pgn
	$(PYTHON) -B $(training)/logits.py share/habits.bin $(BUILD)/human-choices 50 > tests/data/human-logits.txt

# What the network of pawns and kings computes, which a unit test compares with the engine's, for the
# positions that are in the file already.
pawn-network:
	cut -d'|' -f1 tests/data/pawn-network.txt | $(PYTHON) -B engine/eval/training/outputs.py > $(BUILD)/pawn-network
	mv $(BUILD)/pawn-network tests/data/pawn-network.txt

$(BUILD)/tests/pty: tests/bench/pty.c config.mk
	@mkdir -p $(@D)
	$(call step,link,$@)$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) $(LDFLAGS) $< -o $@

bench: all $(BUILD)/tests/pty
	FALLIBLE=$(FALLIBLE) BUILD=$(BUILD) tests/bench/run

# Where the time goes: a build with frame pointers, and a flame graph of its benchmark.
profile:
	$(MAKE) PROFILE=1 all
	BUILD=$(BUILD)/profile FALLIBLE=$(BUILD)/profile/fallible tests/bench/profile

# cppcheck reads all files, or those named by TIDY.
lint:
	shellcheck configure share/examples/*-* tests/run tests/coverage tests/fuzz/run tests/bench/run tests/bench/profile tests/soak/deb .ci/run \
	    share/debian/build share/debian/sbom share/completions/fallible.bash tests/judge/run tests/judge/claims \
	    tests/judge/losses tests/soak/claims tests/unit/*.sh
	mandoc -T lint -W warning man/*.[567]
	cppcheck -j $$(getconf _NPROCESSORS_ONLN) --quiet --std=c11 --inline-suppr --error-exitcode=1 --enable=warning,portability \
	    --suppress=missingIncludeSystem --suppress=unknownMacro \
	    --suppress=literalWithCharPtrCompare -D_GNU_SOURCE -I. $(or $(TIDY),engine src)

# The disabled checks only give false alarms here: about macros of lists, sizes of pointers, va_start,
# and paths that a function in another file rules out.
tidy_checks = -*,clang-analyzer-*,bugprone-*,-bugprone-easily-swappable-parameters,-bugprone-branch-clone,$(strip \
    )-bugprone-narrowing-conversions,-bugprone-implicit-widening-of-multiplication-result,$(strip \
    )-bugprone-reserved-identifier,-bugprone-macro-parentheses,-bugprone-sizeof-expression,$(strip \
    )-bugprone-not-null-terminated-result,-clang-analyzer-valist.Uninitialized,$(strip \
    )-clang-analyzer-core.uninitialized.*,-clang-analyzer-core.UndefinedBinaryOperatorResult,$(strip \
    )-clang-analyzer-core.NullDereference,-clang-analyzer-core.DivideZero,$(strip \
    )-clang-analyzer-core.StackAddressEscape,-clang-analyzer-optin.*,$(strip \
    )-clang-analyzer-security.insecureAPI.strcpy,$(strip \
    )-clang-analyzer-security.insecureAPI.DeprecatedOrUnsafeBufferHandling

# Checks all files, which takes minutes, or those named by TIDY.
tidy: $(generated)
	printf '%s\n' $(or $(TIDY),$(engine_sources) $(program_sources)) | xargs -n 4 sh -c 'clang-tidy --quiet \
	    --warnings-as-errors="*" --checks="$(tidy_checks)" "$$@" -- -std=gnu17 $(CPPFLAGS_ALL) $(LIBRARY_CFLAGS) \
	    -DPROGRAM_VERSION=\"\" -DBENCH_SIGNATURE=\"\" -DDATADIR=\"\"' tidy

# Two analysers, which follow paths within a file. They read all files, or those named by TIDY, and fail on
# any report.
analyse: analyse-gcc analyse-clang

# gcc needs minutes to follow the bytes of the built-in data, so it sees only empty arrays.
emptied := $(built_in:$(BUILD)/generated/%=$(BUILD)/emptied/%)
$(BUILD)/emptied/%.h: $(BUILD)/generated/%.h
	@mkdir -p $(@D)
	@{ head -n 1 $<; echo '0};'; } > $@

analysed_with = -std=c17 $(CPPFLAGS_ALL) $(LIBRARY_CFLAGS) -DPROGRAM_VERSION=\"\" -DBENCH_SIGNATURE=\"\" -DDATADIR=\"\"
analyse_each = @printf "%s\n" $(or $(TIDY),$(engine_sources) $(program_sources)) | xargs -P $$(getconf _NPROCESSORS_ONLN) -n 4 \
	    sh -c 'bad=0; for file do $1 $(analysed_with) "$$file" || bad=1; done; exit $$bad' analyse

# The checks left out only give false alarms with gcc 12: it does not follow a status that says whether an
# output parameter was set, nor a pointer that was stored in a structure, nor "a && b" kept in a variable.
# clang's analyser and the sanitizers look for the same faults.
analyse_without = use-of-uninitialized-value malloc-leak null-argument null-dereference possible-null-dereference
analyse-gcc: $(emptied) $(generated)
	$(call analyse_each,gcc -I$(BUILD)/emptied -O1 -Werror -fanalyzer -fanalyzer-call-summaries $(analyse_without:%=-Wno-analyzer-%) -c -o /dev/null)

# No check is left out. ANALYSE_NODES=50000 ends each function's paths after so many steps; clang's own limit,
# 225000, needs two and a half times as long.
analyse-clang: $(generated)
	$(call analyse_each,clang --analyze --analyzer-output text -Xanalyzer -analyzer-werror \
	    $(if $(ANALYSE_NODES),-Xanalyzer -analyzer-config -Xanalyzer max-nodes=$(ANALYSE_NODES)))

# Formats only the lines changed since the last commit, because tables are laid out by hand.
format:
	git clang-format --force --extensions c,h HEAD -- engine src tests || [ $$? -eq 1 ]

# Makes the pictures of the README, share/*.svg: screens in tmux, drawn by node.
picture: all
	node tests/picture.mjs

BINDIR = $(PREFIX)/bin
bin = $(DESTDIR)$(BINDIR)
data = $(DESTDIR)$(PREFIX)/share/fallible
man = $(DESTDIR)$(PREFIX)/share/man
bash_completions = $(DESTDIR)$(PREFIX)/share/bash-completion/completions
zsh_completions = $(DESTDIR)$(PREFIX)/share/zsh/site-functions
fish_completions = $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d

install: all
	install -d $(bin) $(data)/share/examples $(data)/share/openings $(data)/puzzles $(man)/man5 $(man)/man6 $(man)/man7 \
	    $(bash_completions) $(zsh_completions) $(fish_completions)
	install -m 755 $(FALLIBLE) $(bin)/fallible
	ln -sf fallible $(bin)/fallible-uci
	install -m 644 $(wildcard share/*.conf share/*.tsv share/*.bin share/*.txt share/*.epd) $(data)/share
	install -m 755 $(wildcard share/examples/*) $(data)/share/examples
	install -m 644 $(wildcard share/openings/*.pgn) $(data)/share/openings
	install -m 644 $(wildcard puzzles/*) $(data)/puzzles
	install -m 644 man/*.5 $(man)/man5
	install -m 644 man/*.6 $(man)/man6
	install -m 644 man/*.7 $(man)/man7
	install -m 644 share/completions/fallible.bash $(bash_completions)/fallible
	install -m 644 share/completions/_fallible $(zsh_completions)/_fallible
	install -m 644 share/completions/fallible.fish $(fish_completions)/fallible.fish

# Installs the engine as a library: headers, archive and pkg-config file.
install-library: $(linked_engine)
	install -d $(DESTDIR)$(PREFIX)/include/fallible/engine/eval $(DESTDIR)$(PREFIX)/include/fallible/engine/search \
	    $(DESTDIR)$(PREFIX)/lib/pkgconfig
	install -m 644 $(filter-out engine/state.h,$(wildcard engine/*.h)) $(DESTDIR)$(PREFIX)/include/fallible/engine
	install -m 644 engine/eval/terms.def $(DESTDIR)$(PREFIX)/include/fallible/engine/eval
	install -m 644 engine/search/features.h engine/search/parameters.h engine/search/parameters.def $(DESTDIR)$(PREFIX)/include/fallible/engine/search
	rm -f $(DESTDIR)$(PREFIX)/lib/libfallible-engine.a
	$(AR) rcs $(DESTDIR)$(PREFIX)/lib/libfallible-engine.a $(linked_engine)
	chmod 644 $(DESTDIR)$(PREFIX)/lib/libfallible-engine.a
	sed -e 's|@PREFIX@|$(PREFIX)|; s|@VERSION@|$(VERSION)|' \
	    -e 's|@LIBRARIES@|$(filter -flto,$(OPTIMISE)) $(filter $(if $(STATIC),,-lfathom) -lz,$(LIBRARY_LIBS))|' share/fallible-engine.pc.in \
	    > $(DESTDIR)$(PREFIX)/lib/pkgconfig/fallible-engine.pc

uninstall:
	rm -f $(bin)/fallible $(bin)/fallible-uci $(man)/man5/fallible-*.5 \
	    $(man)/man6/fallible.6 $(man)/man6/fallible-*.6 $(man)/man7/fallible-*.7 \
	    $(bash_completions)/fallible $(zsh_completions)/_fallible $(fish_completions)/fallible.fish
	rm -f $(DESTDIR)$(PREFIX)/lib/libfallible-engine.a $(DESTDIR)$(PREFIX)/lib/pkgconfig/fallible-engine.pc
	rm -rf $(data) $(DESTDIR)$(PREFIX)/include/fallible

# All files get the date of the manual page, so that the same sources give the same archive. This needs
# GNU tar, which some systems call gtar.
dist:
	rm -rf fallible-$(VERSION)
	mkdir fallible-$(VERSION)
	cp -R configure Makefile README.md CONTRIBUTING.md CHANGELOG.md SECURITY.md LICENSE .clang-format engine src puzzles share man tests \
	    fallible-$(VERSION)
	rm -rf fallible-$(VERSION)/tests/judge/node_modules fallible-$(VERSION)/engine/human/training/__pycache__
	LC_ALL=C $$(command -v gtar || echo tar) --sort=name --owner=0 --group=0 --numeric-owner \
	    --mode=u=rwX,go=rX --mtime="$$(sed -n 's/^\.Dd //p' man/fallible.6) UTC" \
	    -cf fallible-$(VERSION).tar fallible-$(VERSION)
	gzip -9nf fallible-$(VERSION).tar
	rm -rf fallible-$(VERSION)
	$$(command -v sha256sum || echo shasum -a 256) fallible-$(VERSION).tar.gz \
	    > fallible-$(VERSION).tar.gz.sha256

# What the package consists of, as SPDX 2.3: the program, its data, and the libraries it is linked with.
sbom: all
	share/debian/sbom $(VERSION) $(FALLIBLE) > $(BUILD)/fallible.spdx

deb: all
	rm -rf $(BUILD)/deb
	mkdir -p $(BUILD)/deb
	$(MAKE) DESTDIR=$(BUILD)/deb/root PREFIX=/usr BINDIR=/usr/games install
	share/debian/build $(VERSION) $(BUILD)/deb

clean:
	rm -rf build fallible fallible-*.tar fallible-*.tar.gz fallible-*.sha256 fallible_*.deb
