#!/usr/bin/env bats
# Compares whole screens at 80x24 and 120x40 with the text in tests/terminal/golden.
#
# After an intended change: GOLDEN=renew bats tests/terminal/golden.bats, and read the diff.
# The screens do not depend on our engine's numbers: another program analyses, the opponent has one
# legal answer, and the reviewed game contains its scores.

load terminal

setup() {
    own_home
    export FALLIBLE_SCALE=lichess-rapid FALLIBLE_METHOD=human
    game=$BATS_TEST_TMPDIR/game.pgn
    cat > "$game" <<'PGN'
[White "You"]
[Black "Bernd"]
[Result "1-0"]

1. e4 {[%eval 0.3]} e5 {[%eval 0.3]} 2. Nf3 {[%eval 0.3]} f6 {[%eval 1.2]} 3. Nxe5 {[%eval 1.1]}
fxe5 {[%eval 3.9]} 4. Qh5+ {[%eval 3.9]} Ke7 {[%eval 6.5]} 5. Qxe5+ {[%eval 6.4]} Kf7 {[%eval 6.5]}
6. Bc4+ {[%eval 6.5]} d5 {[%eval 7.0]} 7. Bxd5+ {[%eval 7.0]} Kg6 {[%eval 8.0]} 1-0
PGN
    short=$BATS_TEST_TMPDIR/short.pgn
    cat > "$short" <<'PGN'
[White "Anna"]
[Black "Bernd"]
[FEN "rnbqkbnr/pppp2pp/8/4p2Q/4P3/8/PPPP1PPP/RNB1KB1R b KQkq - 1 4"]
[Result "1-0"]

4... Ke7 5. Qxe5+ Kf7 6. Bc4+ d5 7. Bxd5+ Kg6 1-0
PGN
    analyst=$BATS_TEST_TMPDIR/analyst
    cat > "$analyst" <<'SH'
#!/bin/sh
say() { echo "info depth 12 seldepth $1 multipv $2 score cp $3 nodes 123456 time 500 hashfull 12 pv $4"; }
while read -r word _; do
    case $word in
        uci) printf 'id name Analyst\nuciok\n' ;;
        isready) echo readyok ;;
        go)
            say 20 1 -480 'e8e7 h5e5 e7f7 f1c4 d7d5'
            say 18 2 -610 'g7g6 h5e5 d8e7 e5h8'
            ;;
        stop) echo 'bestmove e8e7' ;;
        quit) exit 0 ;;
    esac
done
SH
    chmod +x "$analyst"
}

# The screen's text without dates, speeds, the results of our engine during analysis, and the average
# loss in a review, which depends on the transposition table. Rows are cut at the requested width.
steady() { # WIDTH
    screen | LC_ALL=C.UTF-8 sed -e 's/20[0-9][0-9]-[0-9][0-9]-[0-9][0-9]/YYYY-MM-DD/' \
        -e 's/nodes .*/nodes .../' -e 's/positions [0-9].*/positions .../' -e 's/^  0 ┼ .../  0 ┼ ???/' \
        -e 's/you  [0-9.]*%/you  ??.?%/' -e 's/average loss  *[0-9.]*/average loss  ?.??/' \
        -e '/ level F5 /,$ s/^\(.\{78\}\).*/\1/' \
        -e "s/^\\(.\\{$1\\}\\).*/\\1/" -e 's/ *$//'
}

golden() { # NAME SIZE [WIDTH]: the screen becomes that within half a minute
    local file=tests/terminal/golden/$1-$2 left=300 width=${3:-${2%x*}}
    if [ "${GOLDEN:-}" = renew ]; then
        sleep 3
        steady "$width" > "$file"
        return
    fi
    until steady "$width" | cmp -s - "$file"; do
        left=$((left - 1))
        if [ "$left" -le 0 ]; then
            steady "$width" | diff "$file" -
            return 1
        fi
        sleep 0.1
    done
}

open_at() { # SIZE COMMAND...
    local size=$1
    shift
    screen_open "${size%x*}" "${size#*x}" "$@"
}

# Without the times of moves, which stand on the right at 120x40.
known() { # SIZE
    case $1 in 120x*) echo 78 ;; *) echo 80 ;; esac
}

board() { # SIZE
    open_at "$1" "$FALLIBLE" play --elo 600 --seed 7 --no-save \
        --fen "'r1bq2k1/pp3ppp/2n5/8/8/2N2N2/PPP2PPP/R2QR1K1 w - - 0 1'"
    wait_for '▸You'
    type_line Re8
    wait_for 'Re8.*Qxe8'
    keys -l Nd
    keys Tab
    golden board "$1" "$(known "$1")"
}
@test "board at 80x24" { board 80x24; }
@test "board at 120x40" { board 120x40; }

@test "large pieces at 120x40" {
    export FALLIBLE_PIECES=auto
    open_at 120x40 TERM=xterm-256color "$FALLIBLE" analyze --elo full --engine "$analyst" "$short"
    wait_for '4.80'
    golden shapes 120x40 "$(known 120x40)"
}

menu() { # SIZE
    open_at "$1" "$FALLIBLE" play --seed 7 --no-save
    wait_for 'Opponent'
    keys End
    golden menu "$1" "$((${1%x*} * 5 / 6))"
}
@test "menu at 80x24" { menu 80x24; }
@test "menu at 120x40" { menu 120x40; }

review() { # SIZE
    [ -e "$(dirname "$FALLIBLE")/share" ] || skip "no share/ beside the program" # openings' names
    open_at "$1" "$FALLIBLE" play --elo 800 --seed 7 --no-save
    wait_for '▸You'
    type_line "load $game"
    wait_for 'Damiano'
    type_line review
    wait_for 'accuracy'
    wait_gone 'analysing the'
    wait_for 'You did well' # the reasons are looked for last
    keys Left Left
    golden review "$1"
}
@test "review at 80x24" { review 80x24; }
@test "review at 120x40" { review 120x40; }

analysis() { # SIZE
    open_at "$1" "$FALLIBLE" analyze --elo full --engine "$analyst" "$short"
    wait_for '4.80'
    golden analysis "$1"
}
@test "analysis at 80x24" { analysis 80x24; }
@test "analysis at 120x40" { analysis 120x40; }

deck() { # SIZE
    printf '%s\n' 'PuzzleId,FEN,Moves,Rating,RatingDeviation,Themes' \
        'inTwo,6k1/3q1p1p/p1p3p1/4P3/P7/1Pp5/2Q2PPP/6K1 w - - 0 26,c2c3 d7d1 c3e1 d1e1,1200,80,mate mateIn2' \
        > "$BATS_TEST_TMPDIR/puzzles.csv"
    "$FALLIBLE" puzzles import "$BATS_TEST_TMPDIR/puzzles.csv"
    echo Qd2 | timeout 60 "$FALLIBLE" puzzles --theme mateIn2 --count 1
    open_at "$1" "$FALLIBLE" review
    wait_for 'To solve'
    golden deck "$1"
}
@test "deck at 80x24" { deck 80x24; }
@test "deck at 120x40" { deck 120x40; }

setting_up() { # SIZE
    open_at "$1" "$FALLIBLE" play --elo 800 --seed 7 --no-save
    wait_for '▸You'
    type_line edit
    wait_for 'Set up a position'
    keys Delete Right n
    golden setup "$1"
}
@test "setting up at 80x24" { setting_up 80x24; }
@test "setting up at 120x40" { setting_up 120x40; }

home() { # SIZE
    printf '%s\n' 'PuzzleId,FEN,Moves,Rating,RatingDeviation,Themes' \
        'inTwo,6k1/3q1p1p/p1p3p1/4P3/P7/1Pp5/2Q2PPP/6K1 w - - 0 26,c2c3 d7d1 c3e1 d1e1,1200,80,mate mateIn2' \
        > "$BATS_TEST_TMPDIR/puzzles.csv"
    "$FALLIBLE" puzzles import "$BATS_TEST_TMPDIR/puzzles.csv"
    echo Qd2 | timeout 60 "$FALLIBLE" puzzles --theme mateIn2 --count 1
    open_at "$1" "$FALLIBLE"
    wait_for 'Enter  Play'
    golden home "$1"
}
@test "home at 80x24" { home 80x24; }
@test "home at 120x40" { home 120x40; }

end_of_game() { # SIZE
    open_at "$1" "$FALLIBLE" play --elo 600 --seed 7 --no-save \
        --fen "'6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1'"
    wait_for '▸You'
    type_line Re8
    wait_for 'accuracy +you'
    golden end "$1" "$(known "$1")"
}
@test "the end of a game at 80x24" { end_of_game 80x24; }
@test "the end of a game at 120x40" { end_of_game 120x40; }
