#!/usr/bin/env bats
# fallible tune human from the command line. $FALLIBLE is the program.

setup() {
    FALLIBLE=${FALLIBLE:-$BATS_TEST_DIRNAME/../../fallible}
    cd "$BATS_TEST_TMPDIR" || return 1
    {
        printf '[WhiteElo "1500"]\n[BlackElo "1480"]\n\n'
        printf '1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d4 exd4 6. cxd4 Bb4+ 7. Nc3 Nxe4 8. O-O '
        printf 'Bxc3 9. bxc3 d5 10. Bd3 O-O 11. Qc2 Re8 12. Re1 Bg4 13. Ne5 Nxe5 14. dxe5 Rxe5 1-0\n\n'
        printf '[WhiteElo "900"]\n[BlackElo "2100"]\n\n'
        printf '1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 6. Nf3 h6 7. Bh4 b6 8. cxd5 Nxd5 '
        printf '9. Bxe7 Qxe7 10. Nxd5 exd5 11. Rc1 Be6 12. Qa4 c5 13. Qa3 Rc8 14. Bb5 a6 0-1\n\n'
    } > games.pgn
}

@test "what is wrong is said, with status 2" {
    for arguments in "" "nowhere.pgn" "--collect games.pgn" "--cached games.pgn" \
        "--passes 3 games.pgn" "--pull x games.pgn" "--steady -1 games.pgn" "--nonsense games.pgn" \
        "--budget 0 games.pgn"; do
        # shellcheck disable=SC2086
        run "$FALLIBLE" tune human $arguments
        [ "$status" -eq 2 ] || { echo "$arguments: $status $output"; return 1; }
        [ -n "$output" ]
    done
    run "$FALLIBLE" tune human --output nowhere games.pgn
    [ "$output" = "fallible: nowhere: No such file or directory" ]
    run "$FALLIBLE" tune human --dry-run --maia nowhere games.pgn
    [ "$status" -eq 2 ]
    grep -q nowhere <<< "$output"
}

@test "games become weights and openings, and a second run goes on with the cache" {
    run "$FALLIBLE" tune human --collect --cache choices --per-game 20 games.pgn
    [ "$status" -eq 0 ]
    positions=$(sed -n 's/^\([0-9]*\) positions, and 20 of openings$/\1/p' <<< "$output")
    [ "$positions" -gt 20 ]
    cp choices before
    run "$FALLIBLE" tune human --dry-run --cached --cache choices --per-game 9 games.pgn
    [ "$status" -eq 2 ]
    grep -q 'choices: it holds no choices of these games' <<< "$output"
    cmp choices before
    mkdir out
    run "$FALLIBLE" tune human --cached --cache choices --per-game 20 --budget 5s -o out \
        games.pgn
    [ "$status" -eq 0 ]
    grep -q 'positions to train on' <<< "$output"
    grep -q '^recapture  *-*[0-9]' out/human.conf
    [ ! -e out/habits.bin ]
    grep -q '^# The openings of method human' out/played.conf
}
