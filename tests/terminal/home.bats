#!/usr/bin/env bats
# Home: every activity is reached by a key and comes back, an unfinished game is offered first, and
# the same in lines of text.

load terminal

setup() {
    own_home
}

home() { # [OPTION...]: home at 80x24
    screen_open 80 24 "$FALLIBLE" "$@"
    wait_for 'Enter  '
}

@test "on home and at the end of a game, ':' begins a command, and so does a word that arrives at once" {
    home
    wait_for ': command'
    keys -l home # one word: none of its letters acts as a key
    wait_for '^ > home'
    keys Enter
    wait_for '^ >$'
    type_line ':puzzled'
    wait_for 'There is no command puzzled'
    keys Enter # refused again; no game begins
    wait_for 'There is no command puzzled'
    keys s # replaces the refused line, as a key
    wait_for '─ Statistics ─'
    keys Escape
    wait_for 'Enter  Play'
    never 'You are typing a line'
    keys m # not a key, so a line begins
    wait_for '^ > m$'
    wait_for '^ You are typing a line: Enter runs it, Esc clears it\.$'
    keys s # goes there, too
    wait_for '^ > ms$'
    keys Escape
    wait_for '^ >$'
    wait_gone 'You are typing a line'
    keys Enter
    wait_for 'You have white'
    type_line e4
    wait_for '1\. e4 +[a-hNBRQKO].*◂'
    type_line resign
    wait_for 'Resign this game'
    keys y
    wait_for 'Enter rematch'
    type_line home
    wait_for 'Enter  Play again'
    never 'Opponent ─'
    keys o
    wait_for '─ Opponent ─'
    type_line :stats
    wait_for '─ Statistics ─'
}

@test "Enter plays, and home offers the unfinished game first" {
    home
    wait_for 'Enter  Play  +a 1400 \(MadChess\), no clock, you have white'
    never 'Go on'
    keys Enter
    wait_for 'You have white'
    type_line e4
    wait_for '1\. e4 +[a-hNBRQKO].*◂'
    type_line home
    wait_for 'Enter  Go on  +your game against Fallible 1400 [a-z]+, move 2'
    wait_for 'n  +Play again .*you have black'
    keys Escape
    wait_for '1\. e4'
    keys F10
    wait_for 'left with 0'
    screen_close
    home
    wait_for 'Enter  Go on  +20[0-9-]+ [0-9:]+, you have white against Fallible'
    keys Enter
    wait_for '1\. e4 +[a-hNBRQKO].*◂'
    type_line resign
    wait_for 'Resign this game'
    keys y
    wait_for 'You resigned'
    keys h
    wait_for 'Enter  Play again .*you have black'
    keys Enter
    wait_for '1\. [a-hNBRQKO].*◂'
    wait_for '▸You'
}

# Starts a game with these options, plays 1.e4 and leaves it unfinished.
leave_after_e4() {
    screen_open 80 24 "$FALLIBLE" "$@"
    wait_for '▸You'
    type_line e4
    wait_for '1\. e4 +[a-hNBRQKO].*◂'
    keys F10
    wait_for 'left with 0'
    screen_close
}

@test "another game is asked about while one is unfinished, which then waits" {
    leave_after_e4 --elo 600 --seed 3
    home
    wait_for 'Enter  Go on  +20[0-9-]+ [0-9:]+, you have white'
    keys n
    wait_for 'You have an unfinished game\. Leave it for later and start another\? y/n'
    keys n
    wait_gone 'Leave it for later'
    wait_for 'Enter  Go on'
    keys n f # the beginning of a move, not the answer
    wait_for '^ > nf$'
    never 'Leave it for later'
    keys C-u
    wait_for '^ >$'
    keys o
    wait_for 'Enter play  Esc back'
    keys Enter
    wait_for 'Leave it for later'
    keys n
    wait_gone 'Leave it for later'
    keys n
    wait_for 'Leave it for later'
    keys y
    wait_for '▸?You'
    wait_gone 'Go on'
    type_line home
    wait_for 'Enter  Go on'
    keys Escape
    type_line resign
    keys y
    type_line home
    wait_for 'Enter  Go on  +20[0-9-]+ [0-9:]+, you have white'
    type_line play
    wait_for '1\. e4 +[a-hNBRQKO].*◂'
}

@test "a game left for another one waits at home, the newest first, also after a restart" {
    leave_after_e4 --elo 600 --seed 3 --color white
    screen_open 80 24 "$FALLIBLE" --elo 800 --seed 3 --color white
    wait_for 'Go on\? y/n'
    keys x Enter
    wait_for 'keeps it for later'
    keys C-u n
    wait_for '▸You'
    type_line d4
    wait_for '1\. d4 +[a-hNBRQKO].*◂'
    type_line home
    wait_for 'Enter  Go on  +your game against Fallible 800'
    keys n
    wait_for 'This game is not over\. Leave it for later and start another\? y/n'
    keys y
    wait_gone 'Go on'
    wait_for '▸You'
    type_line resign
    keys y
    type_line home
    wait_for 'Enter  Go on  +20[0-9-]+ [0-9:]+, you have white against Fallible 800'
    keys F10
    wait_for 'left with 0'
    screen_close
    home
    keys Enter
    wait_for '1\. d4 +[a-hNBRQKO].*◂'
    type_line resign
    wait_for 'Resign this game'
    keys y
    wait_for 'You resigned'
    keys h
    wait_for 'Enter  Go on  +20[0-9-]+ [0-9:]+, you have white against Fallible 600'
    keys Enter
    wait_for '1\. e4 +[a-hNBRQKO].*◂'
}

@test "home stays on the screen when its line arrives together with resign" {
    screen_open 80 24 "$FALLIBLE" --elo 800 --seed 3 --color black
    wait_for '▸You'
    keys -l $'resign\ryhome\r'
    wait_for 'Enter  Play again'
    sleep 0.5
    never '─ You resigned'
    type_line result # it can be seen later
    wait_for '─ You resigned'
}

@test "on home a letter that turns out to begin a move is taken back, and play plays" {
    home
    keys e 2
    wait_for '^ > e2$'
    wait_for 'e  +Endgames'
    type_line ' e5'
    wait_for 'No game is going on\. Type play to go on with yours, or to start one'
    keys C-u
    wait_for '^ >$'
    keys o -
    wait_for '^ > o-$'
    never '─ Opponent ─'
    keys C-u
    keys d x
    wait_for '^ > dx$'
    keys C-u
    keys a x
    wait_for '^ > ax$'
    wait_for 'e  +Endgames'
    keys C-u
    type_line :play
    wait_for 'You have white'
    type_line e4
    wait_for '1\. e4 +[a-hNBRQKO].*◂'
    type_line home
    wait_for 'Enter  Go on'
    type_line continue
    wait_for '1\. e4 +[a-hNBRQKO].*◂'
}

@test "a key that comes a second after a letter on home belongs to the new screen" {
    home
    keys a
    wait_for 'o +Open a file'
    sleep 1
    keys 2
    wait_for '^ > 2$'
    on_screen 'o +Open a file'
}

@test "Enter after a letter does not start a game as well" {
    home
    keys e Enter
    wait_for 'To solve: 1 of 20'
    type_line stop
    wait_for 'e  +Endgames'
    never 'Go on'
}

@test "a first move typed on home begins the game" {
    home
    type_line 'e2 e4'
    wait_for '1\. e4 +[a-hNBRQKO].*◂'
    printf 'Nf3\nnew black\nquit\n' | "$FALLIBLE" --plain --seed 3 > "$BATS_TEST_TMPDIR/out"
    grep -qE '^1\.\.\. [a-hNBRQKO]' "$BATS_TEST_TMPDIR/out"
}

@test "after a game a first move typed on home begins the next one" {
    home
    type_line 'e2 e4'
    wait_for '1\. e4 +[a-hNBRQKO].*◂'
    type_line resign
    wait_for 'Resign this game'
    keys y
    wait_for 'You resigned'
    keys h
    wait_for 'you have black'
    type_line d4
    wait_for '1\. d4 +[a-hNBRQKO].*◂'
    in_lines 'color black\ne4\nhome\ncolor white\ne4\nquit\n' --plain
    has 'In the next game you have black. Type play to start it, or new white.'
    has '1... '
}

@test "easier and harder change the next opponent, opponent tells it" {
    in_lines 'easier\nopponent\ne4\nNf3\nresign\nhome\nharder\nharder\nhome\nagain\nquit\n' \
        play --plain --elo 1400 --color white
    has 'In the next game the opponent is Fallible 1300 club. Type elo 1300 to change it in this one.'
    has 'The opponent is Fallible 1400 club. To change it, type easier, harder, elo'
    has 'Your rating: ' # the game begun before counts against a 1400
    has 'Enter: Play again. A 1300 ('
    has 'Enter: Play again. A 1500 ('
    has 'A new game against Fallible 1500 club. You have black.'
    in_lines 'elo full\nharder\neasier\nelo 200\neasier\nquit\n' play --plain --no-save
    has 'The opponent plays at full strength already.'
    has 'In the next game the opponent is Fallible 2650'
    has 'There is no easier opponent.'
    home
    type_line easier
    wait_for 'In the next game the opponent is Fallible 1400'
    wait_for 'Enter  Play again .*a 1400'
    keys o
    wait_for '1400 '
    keys Escape
    type_line ':elo 1000'
    wait_for 'Enter  Play again .*a 1000'
    type_line ':time 3+2'
    wait_for 'Enter  Play again .*, 3\+2, '
}

@test "home does not repeat how the last game ended" {
    home
    keys Enter
    wait_for 'You have white'
    type_line e4
    wait_for '1\. e4 +[a-hNBRQKO].*◂'
    type_line resign
    wait_for 'Resign this game'
    keys y
    wait_for 'You resigned'
    type_line home
    wait_for 'Enter  Play again'
    never 'The game is over'
    keys Escape
    type_line undo
    wait_for 'Taken back'
    type_line home
    wait_for 'Enter  Go on'
    never 'The game is over'
}

missed_chances() { # MOTIF: a database with a game in which 4 of 6 chances were missed
    "$FALLIBLE" stats > /dev/null # makes it
    python3 - "$XDG_DATA_HOME/fallible/games.db" "$1" <<'P'
import sqlite3, sys, time
database = sqlite3.connect(sys.argv[1])
fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
database.execute("INSERT INTO games (id, began, start, chess960, you, handicap, control, finished, result)"
                 " VALUES (1, ?, ?, 0, 0, 'seed=1', '', 1, '1-0')", (int(time.time()), fen))
database.execute("INSERT INTO reviews VALUES (1, 80, 70, 30, 40, 20, 1, 1, 0)")
for ply in range(6):
    database.execute("INSERT INTO chances VALUES (1, ?, ?, ?)", (2 * ply, int(sys.argv[2]), ply < 2))
database.commit()
P
}

@test "the statistics say which motif was missed most, and p starts its puzzles" {
    missed_chances 6
    run "$FALLIBLE" stats
    has 'You missed 4 of 6 forks this month. To practise: fallible puzzles --theme fork'
    home
    wait_for 'forks this month. To practise: puzzles fork'
    keys s
    wait_for 'To practise, type puzzles fork\.'
    wait_for ' p 10 puzzles: forks '
    tmux -L "$SOCKET" resize-window -x 60 -y 18
    wait_for 'Esc back   p 10 puzzles: forks ─'
    keys p
    wait_for 'To solve: 1 of 10'
}

trained() { # DAYS-AGO...: a database with a puzzle tried on each of these days
    "$FALLIBLE" stats > /dev/null # makes it
    python3 - "$XDG_DATA_HOME/fallible/games.db" "$@" <<'P'
import datetime, sqlite3, sys
database = sqlite3.connect(sys.argv[1])
midnight = datetime.datetime.now().replace(hour=0, minute=0, second=0)
for ago in sys.argv[2:]:
    at = int((midnight - datetime.timedelta(days=int(ago))).timestamp())
    database.execute("INSERT INTO attempts (puzzle, at, solved, rating, deviation, volatility)"
                     " VALUES ('p', ?, 1, 1500, 100, 0.06)", (at,))
database.commit()
P
}

@test "the days in a row say when today is still to do" {
    trained 1
    home
    wait_for 's  +Statistics  +trained yesterday, today still to do$'
    screen_close
    trained 2 3
    home
    wait_for 's  +Statistics  +3 days in a row, today still to do$'
    screen_close
    screen_open 40 16 "$FALLIBLE"
    wait_for 's  +Statistics +today still to do'
    screen_close
    trained 0
    home
    wait_for 's  +Statistics  +4 days in a row$'
}

@test "the row of statistics shows how the rating changed" {
    in_lines 'e4\nresign\nhome\nquit\n' play --plain --elo 600 --color white
    [[ "$output" =~ 's: Statistics. Rating '[0-9]+' after your first rated game.' ]]
    in_lines 'e4\nresign\nnew white\nd4\nresign\nquit\n' play --plain --elo 600 --color white
    screen_open 60 18 "$FALLIBLE"
    wait_for 's  +Statistics +rating [0-9]+ to [0-9]+ in 3 rated games$'
    screen_close
    screen_open 40 16 "$FALLIBLE"
    wait_for 's  +Statistics +rating [0-9]+ to [0-9]+$'
    screen_close
    trained 0
    home
    wait_for 's  +Statistics +trained today; rating [0-9]+ to [0-9]+ in 3 rated games$'
}

@test "what to practise is named in words, which the command accepts" {
    missed_chances 11
    in_lines 's\npuzzles hanging piece\nstop\npuzzles Hanging pieces\nstop\npuzzles mate in 2\nstop\nquit\n' --plain
    has 'You took only 2 of 6 hanging pieces this month. To practise: puzzles hanging piece.'
    has 'To practise, type puzzles hanging piece.'
    [ "$(grep -c '^Position 1 of 10.*theme hanging piece' <<< "$output")" -eq 2 ]
    has 'theme mate in 2'
}

@test "what home starts comes back to it" {
    home
    wait_for 'z  +Puzzles  +tactics near your rating, 10 a day'
    keys z
    wait_for 'To solve: 1 of 10'
    type_line skip
    wait_for 'Enter next one'
    type_line stop
    wait_for 'z  +Puzzles  +rated [0-9]+ in puzzles; 1 of 10 today'
    wait_for 'd  +Deck  +1 due: 1 puzzle'
    keys d 4 # once read freed memory, which only a build with sanitizers sees
    wait_for '^ > d4$'
    wait_for 'd  +Deck  +1 due: 1 puzzle'
    keys C-u z
    wait_for 'To solve: 1 of 10'
    wait_for 'Esc ends'
    keys Escape
    wait_for 'z  +Puzzles'
    keys e
    wait_for 'To solve: 1 of 20'
    keys Escape
    wait_for 'e  +Endgames'
    keys w
    wait_for 'wac WAC.001'
    type_line Qg6
    wait_for 'You took [0-9]+ second'
    wait_for 'Press Enter for the next one'
    keys Escape
    wait_for 'w  +Suites'
    keys d
    wait_for 'To solve: 1 of 1'
    keys a
    wait_for '> a'
    keys Escape # the first Esc only clears the line
    wait_gone '> a'
    on_screen 'To solve: 1 of 1'
    type_line skip
    wait_for 'Press Enter to go back\.'
    wait_for 'Enter goes back'
    type_line Kf1
    wait_for 'Done. Press Enter to go back\.'
    keys Escape # clears the line
    wait_gone '> Kf1'
    keys Escape
    wait_for 'd  +Deck'
    keys r
    wait_for 'No move is due'
    wait_for '> repertoire white$' # the file is still to be typed
    keys t
    wait_for '> repertoire white t'
    keys C-u
    wait_gone '> repertoire'
    keys a p
    wait_for 'Set up a position'
    keys Escape
    wait_for 'a  +Analyse'
    keys o
    wait_for 'Enter play  Esc back'
    keys Escape
    wait_for 'a  +Analyse'
    keys s
    wait_for 'You have no finished game yet'
    screen | grep -qE 'Puzzles: 1 tried, your rating [0-9]+'
    keys Escape
    wait_for 'a  +Analyse'
}

@test "training during a game comes back to the game, and its clock stands still" {
    screen_open 80 24 "$FALLIBLE" --elo 600 --seed 3 --time 5+0
    wait_for '▸You'
    type_line e4
    wait_for '1\. e4 +[a-hNBRQKO].*◂'
    wait_for '▸You +[0-9]:[0-9][0-9]'
    type_line puzzles
    wait_for 'To solve: 1 of 10'
    sleep 3
    type_line stop
    wait_for '▸You +4:5[5-9]'
    screen | grep -q '1\. e4'
    type_line "repertoire white none.pgn"
    wait_for 'none.pgn: No such file'
    printf '1. e4 e5 2. Nf3 Nc6 *\n' > "$BATS_TEST_TMPDIR/own.pgn"
    type_line "repertoire white $BATS_TEST_TMPDIR/own.pgn"
    wait_for 'To solve: 1 of 2'
    type_line e4
    wait_for 'Right: '
    type_line stop
    wait_for '▸You +4:'
    type_line home
    wait_for 'r  +Openings  +own.pgn white: 0 due, 1 new'
    type_line "repertoire forget own.pgn"
    wait_for 'Removed 2 positions of own.pgn from your deck'
    wait_gone 'own.pgn white'
}

@test "home at 60x18, without colour and on the Linux console" {
    screen_open 60 18 env NO_COLOR=1 "$FALLIBLE"
    wait_for 'Enter  Play'
    screen | grep -q 's  .*Statistics'
    screen | grep -q 'a PGN file, a position that you set up$' # each row is whole
    screen | grep -q 'Win At Chess, 300 positions to solve$'
    keys m
    wait_for 'You are typing a line: Enter runs it, Esc clears it\.$'
    keys Escape
    wait_for '^ >$'
    keys o
    wait_for 'Enter play Esc back│$'
    screen | grep -qE '^│  you white \(c\) .*style [a-zA-Z]+ \(m\) +│$'
    keys Tab
    wait_for 'Tab words  Enter play  Esc back *│$'
    keys Escape
    wait_for 'Enter  Play'
    keys z
    wait_for 'To solve'
    screen_close
    screen_open 80 24 env TERM=linux "$FALLIBLE" --seed 3
    wait_for 'How strong|You have' # an option starts a game
    screen_close
    screen_open 80 24 env TERM=linux "$FALLIBLE" --ascii=no --theme green # those of looks do not
    wait_for 'Enter  Play'
}

@test "home at 40x16 and 50x18 cuts no line" {
    screen_open 40 16 "$FALLIBLE"
    wait_for 'Enter Play        1400, you have white$'
    screen | grep -q 'z     Puzzles     tactics, 10 a day$'
    screen | grep -q 's     Statistics  what you punish$'
    never '\.\.\.|…'
    keys Enter
    wait_for '▸You'
    type_line e4
    wait_for '1\. e4 +[a-hNBRQKO].*◂|2/2'
    type_line home
    wait_for 'n     Play again  1400, you have black$'
    never '\.\.\.|…'
    screen_close
    screen_open 50 18 "$FALLIBLE"
    wait_for 'Enter  Go on'
    never '\.\.\.|…'
}

two_games() { # A file whose second game has a check on move 2
    printf '[White "A"]\n\n1. d4 d5 *\n\n[White "Anna"]\n[Black "Bert"]\n[Result "1-0"]\n\n1. e4 d5 2. Bb5+ c6 1-0\n' \
        > "$BATS_TEST_TMPDIR/club evening.pgn"
}

@test "Analyse at home: the last file and your games, and back to home" {
    two_games
    home
    keys Enter
    wait_for 'You have white'
    type_line home
    wait_for 'a +Analyse +a PGN file, a position that you set up$' # nothing was moved yet
    wait_for 'w +Suites +Win'
    keys Escape
    type_line e4
    wait_for '1\. e4 +[a-hNBRQKO].*◂'
    type_line home
    wait_for 'a +Analyse +the game on the board$'
    keys a # the only thing, since a game goes on
    wait_for 'If you analyse this game now'
    keys y
    wait_for 'F6 back'
    type_line analyze
    wait_for '▸You'
    type_line resign
    wait_for 'Resign this game'
    keys y
    wait_for 'You resigned'
    keys Escape
    type_line "load $BATS_TEST_TMPDIR/club evening.pgn 2"
    wait_for 'Anna - Bert, 1-0'
    type_line home
    wait_for 'a +Analyse +the game on the board, club evening.pgn, your last'
    keys F10
    wait_for 'left with 0'
    screen_close
    home
    wait_for 'a +Analyse +club evening.pgn, your last games, a position'
    keys a
    wait_for 'f +Last file +game 2 of club evening.pgn'
    wait_for '1 +Today +lost to Fallible 1400 [a-z]+ with white, 1 move$'
    keys Escape
    wait_for 'Enter  Play again'
    keys a
    wait_for 'f +Last file'
    keys f
    wait_for 'Bb5\+'
    wait_for 'analysis 1/5'
    wait_for 'F6 games'
    keys F6
    wait_for 'Games of club evening'
    keys h
    wait_for 'a +Analyse'
    keys a
    wait_for '1 +Today'
    keys 1
    wait_for 'You lost to Fallible 1400'
    wait_for 'analysis 1/5'
    keys F6
    wait_for 'Enter  Play again'
}

@test "a message of home is not shown in Analyse, nor one of Analyse at home" {
    screen_open 80 24 "$FALLIBLE"
    wait_for 'Enter  '
    type_line ":repertoire white none.pgn"
    wait_for 'none.pgn: No such file'
    keys a
    wait_for 'o +Open a file'
    not_on_screen 'No such file'
    type_line ":load nowhere.pgn"
    wait_for 'nowhere.pgn: No such file'
    keys Escape
    wait_for '^ >$'
    keys Escape
    wait_for 'Enter  '
    not_on_screen 'No such file'
}

@test "Analyse at home opens a file by its name, also the first one" {
    two_games
    home
    keys a
    wait_for 'o +Open a file'
    keys o
    wait_for '^ > load $|^ > load$'
    type_line "$BATS_TEST_TMPDIR/club evening.pgn 2"
    wait_for 'Bb5\+'
    wait_for 'analysis 1/5'
    wait_for 'F6 games'
    keys F6
    wait_for 'Games of club evening'
    keys h
    wait_for 'a +Analyse +the game on the board, club evening.pgn'
    type_line ":load $BATS_TEST_TMPDIR/club evening.pgn 1"
    wait_for 'A - \?'
    wait_for 'analysis 1/5'
    cp "$BATS_TEST_TMPDIR/club evening.pgn" "$BATS_TEST_TMPDIR/players.pgn"
    cp "$BATS_TEST_TMPDIR/club evening.pgn" "$BATS_TEST_TMPDIR/games"
    screen_close
    screen_open 80 24 "sh -c 'cd $BATS_TEST_TMPDIR && exec $FALLIBLE'"
    wait_for 'Enter  '
    keys a
    wait_for 'o +Open a file'
    type_line qqq.pgn
    wait_for 'qqq.pgn: No such file'
    keys o # replaces the refused line
    wait_for '^ > load $|^ > load$'
    keys C-u
    type_line qqq.pgn
    wait_for '^ > qqq.pgn'
    keys Escape
    wait_for '^ >$'
    keys o
    wait_for '^ > load $|^ > load$'
    keys C-u
    type_line 'players.pgn 2' # although p is a key of the page
    wait_for 'Bb5\+'
    wait_for 'analysis 1/5'
    keys F6
    wait_for 'Games of players'
    keys h
    wait_for 'Enter  Play'
    keys a
    wait_for 'o +Open a file'
    type_line "$BATS_TEST_TMPDIR/games"
    wait_for 'Games of games'
}

@test "a file of games opened at home shows its list, and a game without a result does not go on" {
    two_games
    home
    type_line ":games"
    wait_for 'No file of games is open. Type load and a file name'
    keys Escape # clears the refused line
    wait_for '^ > *$'
    keys a
    wait_for 'o +Open a file'
    keys o
    wait_for '^ > load $|^ > load$'
    type_line "$BATS_TEST_TMPDIR/club evening.pgn"
    wait_for 'Games of club evening.pgn +2 of 2'
    wait_for 'q board +h home +F10 quit$'
    tmux -L "$SOCKET" resize-window -x 60 -y 18
    wait_for 'q board +h home +r review +F10 quit$'
    tmux -L "$SOCKET" resize-window -x 80 -y 24
    keys Enter
    wait_for '^▸A  '
    wait_for 'F6 games'
    keys Right
    wait_for '1\. d4◂'
    never 'Fallible 1400'
    keys F6
    wait_for '▸ +1 A'
    keys Down Enter
    wait_for '^ Bert '
    wait_for '^ Anna '
    keys F6
    wait_for '▸ +2 Anna'
    keys h
    wait_for 'Enter  Play '
    never 'Go on'
    printf '[White "Solo"]\n[Black "Duo"]\n[Result "*"]\n\n1. e4 e5 2. Qh5 Nc6 3. Qxe5+ Nxe5 *\n' > "$BATS_TEST_TMPDIR/one.pgn"
    type_line ":load $BATS_TEST_TMPDIR/one.pgn"
    wait_for '^▸Solo'
    keys F8
    wait_for 'The game turned at 3\.Qxe5'
    wait_gone 'analysing'
    keys t
    wait_for 'To solve: 1'
    type_line stop
    wait_for 'The game turned at 3\.Qxe5'
    keys q
    wait_for 'F6 back' # the analysis goes on
    keys F6
    wait_for 'Enter  Play '
}

@test "Analyse at home in words" {
    two_games
    in_lines "a\nload\nrecent\nload $BATS_TEST_TMPDIR/club evening.pgn 2\nquit\n" --plain
    has 'o: Open a file. By its name: games.pgn, or games.pgn 7 for game 7.'
    has 'p: A position. That you set up, or paste as FEN.'
    lacks 'f: Last file'
    has 'No file was opened before. Expected: load FILE [NUMBER]'
    has 'You have no finished game yet.'
    XDG_DATA_HOME=$BATS_TEST_TMPDIR/other in_lines "a\nnone.pgn\n$BATS_TEST_TMPDIR/club evening.pgn 2\nquit\n" --plain
    has 'none.pgn: No such file'
    has 'Anna - Bert, 1-0'
    in_lines '\ne4\nresign\nhome\nquit\n' --plain
    in_lines 'a\nf\nanalyze\na\n1\nl\nanalyze\nrecent 0\nrecent 7\nquit\n' --plain
    [ "$status" -eq 0 ]
    has 'f: Last file. Game 2 of club evening.pgn.'
    has '1: Today. Lost to Fallible 1400'
    has 'Anna - Bert, 1-0. The file has 2 games. Type games to list them.'
    has 'You lost to Fallible 1400'
    has 'Expected: recent, or recent and a number from 1'
    has 'You have fewer finished games than that.'
    [ "$(grep -c '^Home\.' <<< "$output")" -eq 3 ] # at the start, and after each analysis
}

@test "the endgames are listed, and one is chosen from the list or by name" {
    home
    wait_for 'e  +Endgames  +textbook endings to play; E lists them$'
    keys E
    wait_for '▸  1 queen +win, not tried yet'
    keys Up End
    wait_for "▸ 23 Philidor's defence +draw, not tried yet"
    keys 5
    wait_for '▸  5 '
    keys 1 2
    wait_for '▸ 12 '
    keys 2 3
    wait_for "▸ 23 Philidor's defence +draw, not tried yet"
    keys Enter
    wait_for "Endgame: Philidor's defence"
    type_line skip
    wait_for 'Press Enter'
    type_line stop
    wait_for 'e  +Endgames  +[0-9]+ due, 1 seen'
    type_line 'endgames list'
    wait_for "▸ 23 Philidor's defence +draw, solved 0 of 1, missed on 20"
    keys Escape
    wait_for 'e  +Endgames'
    screen_close
    in_lines 'E\nendgames lucena\nendgames 21\nendgames rook bishop\nendgames knights\nquit\n' --plain
    has "23: Philidor's defence. Draw, solved 0 of 1, missed on 20"
    has 'Position 1 of 1. Endgame: Lucena.'
    has 'Position 1 of 1. Endgame: Saavedra.'
    has 'Position 1 of 1. Endgame: bishop against rook.'
    has 'There is no endgame "knights". Type endgames and a number from 1 to 23'
}

@test "home in words ends an analysis, and what is set there is for the next game" {
    two_games
    in_lines "elo 800\ntime 10+5\nstrength\nload $BATS_TEST_TMPDIR/club evening.pgn 2\nforward\nhome\ns\na\nb\nquit\n" --plain
    [ "$status" -eq 0 ]
    has 'The opponent is now Fallible 800'
    lacks 'From its next move on'
    lacks 'Clock: none'
    has 'You have no finished game yet'
    has 'Analysing.'
}

@test "home in words: a letter starts training, which comes back" {
    in_lines 'e\nskip\nstop\nz\nskip\nstop\nhome\ns\nquit\n' --plain
    [ "$status" -eq 0 ]
    has 'Home.'
    [ "$(grep -c 'Home. Type home for the list.' <<<"$output")" -eq 2 ]
    [ "$(grep -c 'd: Deck' <<<"$output")" -eq 2 ] # at the start and after home
    has 'Enter: Play. A 1400 (MadChess), no clock, you have white.'
    has 'd: Deck. What you miss comes back days later.'
    has 'home > e'
    has 'Endgame: queen. Win it.'
    has 'e: Endgames. '
    has 'z: Puzzles. Rated '
    has 'Puzzles: 1 tried, your rating '
}

@test "home in words: Enter plays, home and continue come back" {
    in_lines '\ne4\nhome\n\nquit\n' --plain
    has 'You have white.'
    has 'Enter: Go on. Your game against Fallible 1400'
    in_lines '\nresign\nhome\nquit\n' --plain
    has 'Enter: Go on. 20'
    has 'you resigned'
    has 'Enter: Play again. A 1400 (MadChess), no clock, you have black.'
}

mate_at() { # WIDTH HEIGHT: a game that you win by one move
    screen_open "$1" "$2" "$FALLIBLE" play --elo 600 --seed 3 \
        --fen "'6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1'"
    wait_for '▸You'
    type_line Re8
    wait_for 'You won by checkmate'
}

@test "the end of a game: a panel, whose keys lead on" {
    mate_at 80 24
    wait_for 'rating +not counted: it does not start'
    wait_for 'accuracy +you 100 %'
    screen | grep -qE 'Enter rematch, you have black +r review'
    screen | grep -qE '1-0  checkmate' # the line below stays
    keys r
    wait_for 'Review +You 1-0'
    keys q
    wait_for 'You won by checkmate'
    keys p
    wait_for 'To solve: 1 of 10'
    type_line stop
    wait_for 'Nothing was tried'
    wait_for 'r review' # the panel comes back
    keys Escape
    wait_gone 'r review'
    wait_for 'Esc more'
    keys Escape
    wait_for 'r review'
    keys h
    wait_for 'Enter  Play again .*you have black'
    keys Escape
    wait_gone 'Play again'
    type_line result
    wait_for 'r review'
    type_line undo # a key that is not the panel's goes to the line
    wait_for 'Taken back'
    never 'r review'
    type_line Re8
    wait_for 'You won by checkmate'
    keys Enter
    wait_for 'You lost by checkmate' # with the other colour, from the same position
}

@test "the end of a game at 60x18, and what was typed meanwhile" {
    mate_at 60 18
    wait_for 'accuracy +you'
    screen | grep -qE 'Enter rematch, you have black'
    screen | grep -qE 'p puzzles +h home'
    keys p
    wait_for 'To solve: 1 of 10'
    keys Escape # ends the puzzles, and the panel that began them comes back
    wait_for 'Nothing was tried'
    wait_for 'r review'
    keys Escape
    wait_gone 'h home'
    screen_close
    screen_open 80 24 "$FALLIBLE" play --elo 600 --seed 3 --time 0.2+0 --no-save
    wait_for '▸You'
    type_line e4
    wait_for '1\. e4 +[a-hNBRQKO].*◂'
    keys -l Nf
    wait_for 'You lost on time|Draw'
    keys -l 3
    wait_gone 'r review'
    wait_for '> Nf3'
    keys Enter
    wait_for 'The game is over'
    wait_for 'You .*0:00\.0'
}

@test "the end of a game in words" {
    in_lines 'Re8\nresult\nagain\nquit\n' play --plain --elo 600 --seed 3 --fen '6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1'
    has 'Type review to see your mistakes'
    has 'You won by checkmate.'
    has 'Rating: not counted: it does not start from the usual position.'
    has 'Accuracy: you 100 %.'
    has 'Type again for a rematch, in which you have black; puzzles to practise; or review, or home.'
    has 'You have black.'
    in_lines 'result\nquit\n' play --plain --elo 600 --no-save
    has 'You have not finished a game in this session.'
    in_lines 'resign\nresult\nquit\n' play --plain --elo 600 --seed 3 --color black
    has 'Accuracy: you made no move.'
    lacks 'Accuracy: opponent'
}

@test "the opponent's numbers are set by hand, and kept as a custom opponent" {
    screen_open 80 24 "$FALLIBLE" play
    wait_for '1400  club'
    keys Tab
    wait_for 'nodes [0-9,]+/s +MoveError [0-9]+ +BlunderError [0-9]+ +BlunderPercent [0-9.]+'
    wait_for 'Here it would play:  [a-hNBRQKO][a-h0-9]* [0-9]+%'
    screen | grep -oE 'MoveError [0-9]+' > "$BATS_TEST_TMPDIR/before"
    keys Down Down
    wait_for '▸MoveError'
    keys Right
    wait_for 'set by hand: no rating, not counted'
    screen | grep -oE 'MoveError [0-9]+' > "$BATS_TEST_TMPDIR/after"
    ! cmp -s "$BATS_TEST_TMPDIR/before" "$BATS_TEST_TMPDIR/after" || return 1
    screen | grep -oE 'pawn_values +[a-z0-9%]+' > "$BATS_TEST_TMPDIR/before"
    keys Down Down Down Down Down Space
    wait_for 'pawn_values +(on|off)'
    wait_for 'Here it would play:  [a-hNBRQKO]'
    keys Enter
    wait_for 'Fallible custom'
    type_line e4
    wait_for '1\. e4 +[a-hNBRQKO].*◂'
    type_line resign
    keys y
    wait_for 'not counted: you changed the opponent'
    keys F10
    wait_for 'left with 0'
    screen_close
    home
    wait_for 'Enter  Play again +your custom opponent, .*you have black'
    keys Enter
    wait_for 'Fallible custom'
    keys F5
    wait_for 'set by hand'
    keys Tab
    wait_for 'nodes'
    cmp <(screen | grep -oE 'MoveError [0-9]+') "$BATS_TEST_TMPDIR/after"
    keys Left # a step of the level
    wait_gone 'set by hand'
}

@test "set and know make the opponent custom in every place that names it" {
    local file=$BATS_TEST_TMPDIR/custom.pgn
    in_lines "set MoveError 0\\ne4\\nsave $file\\nknow mobility off\\nopponent\\nresign\\nresult\\nhome\\nmethod noise\\nopponent\\nquit\\n" \
        play --plain --method madchess --elo 1400 --color white
    has 'MoveError is now 0. The opponent is now Fallible custom, without a rating.'
    has "mobility is now off. The opponent is now Fallible custom"
    has 'Rating: not counted: you changed the opponent'
    has 'Your custom opponent, no clock'
    has 'foresees. What you set by hand is undone.'
    has 'Fallible 1400 ' # another method takes its numbers from the rating as it was
    grep -q '\[Black "Fallible custom"\]' "$file"
    ! grep -q 'Elo "' "$file" || return 1
    run "$FALLIBLE" export --format csv
    has ',white,fallible,custom,none,'
    screen_open 80 24 "$FALLIBLE" play --method madchess --elo 1400 --color white --no-save
    wait_for 'Fallible 1400'
    type_line 'know king_safety off'
    wait_for 'Fallible custom +'
    type_line 'seed 5'
    wait_for 'the seed is 5'
    wait_for 'Fallible custom +'
    keys F5 Tab Right
    wait_for '1425 +'
}

@test "a rated game hides what the numbers would play" {
    screen_open 80 24 "$FALLIBLE" play --elo 600
    wait_for '▸You'
    keys F5 Tab
    wait_for 'What it would play here is shown when no rated game is going on'
    never 'Here it would play'
    screen_close
    screen_open 60 18 "$FALLIBLE" play
    wait_for 'Opponent'
    keys Tab
    wait_for 'Here it would play:'
    wait_for 'major_maneuvering' # all groups fit
    screen_close
    screen_open 60 18 "$FALLIBLE" play --elo 600
    wait_for '▸You'
    keys F5 Tab
    wait_for '│  Hidden during a rated game\.'
}

@test "an evening in lines: a game to mate, its review, a card, a puzzle, a file, statistics" {
    printf '[White "Anna"]\n[Black "Bert"]\n[Result "1-0"]\n\n1. e4 d5 2. Bb5+ c6 1-0\n' \
        > "$BATS_TEST_TMPDIR/club.pgn"
    FALLIBLE=$FALLIBLE run timeout 300 python3 tests/terminal/evening.py "$BATS_TEST_TMPDIR/club.pgn"
    [ "$status" -eq 0 ] || { echo "$output"; return 1; }
    has 'You won by checkmate.'
    has 'Right: '
}

@test "in lines nothing acts on a board that home hides" {
    in_lines 'lesson\nhint\nanalyze off\nnew white\ne4\nhome\nundo\nhint\ngo\nd4\ncontinue\nd4\nquit\n' --plain
    [ "$status" -eq 0 ]
    has 'There is no game to learn from yet. Type play to play one.'
    [ "$(grep -c 'No game is going on\. Type play' <<< "$output")" -eq 1 ]
    has 'Analysis is off.'
    lacks 'Back to the game'
    [ "$(grep -c 'You have left the board\. Type continue' <<< "$output")" -eq 4 ]
    lacks 'Taken back'
    lacks 'Hint 1'
    lacks 'no longer counts'
    [[ "$output" == *$'2. > d4\n2... '* ]]
    in_lines 'hint\nquit\n' --plain # the game is still unfinished
    has 'No game is going on. Type play to go on with yours'
}

@test "in lines what is resigned and skipped leads on and comes back to home" {
    in_lines '\ne4\nQh5\nQxf7\nKe2\nresign\nresult\nreview\nhome\ne\nskip\nstop\nt\nstop\nz\nskip\nstop\ns\nanalyze\nstart\nforward\nlines\nthreat\nlevel\nanalyze\nhome\nquit\n' --plain
    [ "$status" -eq 0 ]
    has '1. e4'
    has 'for White, depth'
    has 'Threat: '
    has 'It plays these moves'
    has 'Back to the game.'
    [ "$(printf '%s\n' "$output" | grep -c '^Home\.')" -ge 5 ]
    has 'Enter: Play. '
    has 'You resigned.'
    has 'Accuracy: you '
    has 'Type again for a rematch'
    has 'Review: You 0-1'
    has 'Enter: Play again. '
    has 'Position 1 of 20. Endgame: queen.'
    has 'Position 1 of 10. A new puzzle'
    has 'Games: 1 finished'
    has 'Analysing.'
}

@test "in lines, home does not step through the game that it covers" {
    in_lines 'next\na3\nh3\nresign\nhome\nback\nanalyze\nback\nquit\n' --plain
    has 'There is no game to step through. Type home for the list'
    has 'To step through the game on the board, type analyze first.'
    [ "$(grep -c '^2\. h3' <<< "$output")" -eq 1 ]
}

@test "home leads from an analysis started in the shell to home, but does not discard changes" {
    local file=$BATS_TEST_TMPDIR/a.pgn
    printf '[White "A"]\n[Black "B"]\n\n1. e4 e5 1-0\n' > "$file"
    in_lines 'forward\nd5\nhome\nsave\nhome\nelo 900\nquit\n' analyze --nodes 30000 --plain "$file"
    [ "$status" -eq 0 ]
    has 'Your changes are not saved. Type save, then home; or quit'
    has 'Enter: Play. '
    has 'The opponent is now Fallible 900'
    [ "$(grep -c '^Home' <<< "$output")" -eq 1 ]
    screen_open 80 24 "$FALLIBLE" analyze --nodes 30000 "$file"
    wait_for 'analysis 1/5'
    type_line home
    wait_for '^  Enter  Play'
    keys F10
    wait_for 'left with 0'
}

@test "on home, elo and level set the next opponent, also while it covers an analysis" {
    printf '[White "A"]\n[Black "B"]\n\n1. e4 e5 1-0\n' > "$BATS_TEST_TMPDIR/a.pgn"
    home
    type_line ":load $BATS_TEST_TMPDIR/a.pgn"
    wait_for 'analysis 1/5'
    type_line 'level 700'
    wait_for 'The level shown is now Fallible 700'
    type_line home
    wait_for '^  Enter  Play +a 1400 '
    type_line ':elo 1000'
    wait_for '^  Enter  Play +a 1000 '
    wait_for 'The opponent is now Fallible 1000'
    type_line ':level 1200'
    wait_for '^  Enter  Play +a 1200 '
    wait_for 'The opponent is now Fallible 1200'
    keys Escape
    wait_for '^ .*level 2/5'
    keys F5 Right
    wait_for '^.* 725 beginner'
    wait_for 'next opponent is still Fallible 1200'
}

@test "home leaves what is being solved, and shows each line of a message once" {
    home
    keys z
    wait_for 'To solve: 1 of 10'
    type_line home
    wait_for 'z  +Puzzles'
    keys r
    wait_for 'No move is due'
    [ "$(screen | grep -c 'or a PGN file')" -eq 1 ]
    screen_close
    in_lines 'z\nhome\nquit\n' --plain
    [ "$(printf '%s\n' "$output" | grep -c '^Home\.')" -eq 2 ]
}

@test "the panel at the end of a game comes back after the review" {
    screen_open 80 24 "$FALLIBLE" --elo 600 --seed 3
    wait_for '▸You'
    type_line e4
    wait_for '1\. e4 +[a-hNBRQKO].*◂'
    type_line resign
    wait_for 'Resign this game'
    keys y
    wait_for 'r review'
    keys r
    wait_for 'q back'
    keys q
    wait_for 'r review'
    keys h
    wait_for 'Play again'
}

@test "the first puzzle is near the rating that you gave" {
    FALLIBLE_RATING=600 in_lines 'z\nskip\nstop\nz\nquit\n' --plain # 840 on Lichess
    has "(near 840, your rating on Lichess's scale)"
    lacks '(near your puzzle rating of 1500)'
    FALLIBLE_RATING=700 XDG_DATA_HOME="$BATS_TEST_TMPDIR/other" in_lines 'stop\n' puzzles --plain
    lacks '(near your puzzle rating of 1500)'
    has "(near 950, your rating on Lichess's scale)"
}

@test "openings on home: the file to learn is typed there" {
    printf '1. e4 e5 2. Nf3 Nc6 *\n' > "$BATS_TEST_TMPDIR/own.pgn"
    home
    keys r
    wait_for '> repertoire white$'
    type_line none.pgn
    wait_for 'none.pgn: No such file'
    keys C-u
    wait_gone 'white none'
    keys r
    wait_for '> repertoire white$'
    type_line "$BATS_TEST_TMPDIR/own.pgn"
    wait_for 'To solve: 1 of 2'
    type_line e4
    wait_for 'Right'
    keys Enter
    wait_for 'To solve: 2 of 2'
    type_line Nf3
    wait_for 'Right'
    keys Enter
    wait_for 'All done: 2 of 2 solved'
    wait_for 'Enter  Play'
    keys s
    wait_for '─ Statistics ─'
    keys Escape
    wait_for 'Enter  Play'
    never 'All done'
}

@test "moves in words" {
    in_lines 'new white\ne2 to e4\nresign\ny\nnew white\nresign\nquit\n' play --plain --color white
    has '1... '
    lacks 'illegal'
    has 'No move was played.'
}

@test "a hint does not stay in the line that says how the game ended" {
    screen_open 60 18 "$FALLIBLE" play --elo 600 --seed 3
    wait_for '▸You'
    type_line e4
    wait_for '1\. e4 +[a-hNBRQKO].*◂'
    keys F2
    wait_for 'debug'
    keys F3 y
    wait_for 'Hint 1/4'
    type_line resign
    wait_for 'Resign this game'
    keys y
    wait_for '0-1  you resigned'
}

@test "a test suite and drill endgames in lines, and what keeps a suite from running" {
    local suite="$BATS_TEST_TMPDIR/my two.epd"
    printf '%s\n' '6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id "mate";' \
        '6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Kh1; id "quiet";' > "$suite"
    in_lines "suite $suite  full\\nsuite $suite 1400\\nsuite\\nsuite $suite 9999\\ndrill endgames\\nstop\\nquit\\n" --plain
    has 'my two: 2 positions, Fallible full, one second each.'
    has 'my two: 2 positions, Fallible 1400 engine Elo (madchess), one second each.'
    has 'quiet: missed. Wanted: Kh1. Played: Ra8#.'
    has 'my two: 1 of 2 positions solved.'
    has 'Type suite and a name: wac, bk, sts, mates or an EPD file'
    has 'Type suite, a name and an engine Elo from 200 to '
    has 'Position 1 of 20. Endgame: '
    has 'Home. Type home for the list.'
}

@test "a line typed while a suite runs in lines ends it" {
    screen_open 80 24 "$FALLIBLE" --plain
    wait_for 'home >'
    type_line 'suite wac'
    wait_for 'Type stop to end it'
    type_line stop
    wait_for 'positions solved, then you stopped it'
    wait_for 'home >'
}

@test "a line typed while a file is read or a game replayed in lines is answered at once" {
    python3 - "$BATS_TEST_TMPDIR/large.pgn" <<'P'
import sys
game = '[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 1-0\n\n'
with open(sys.argv[1], "w", encoding="ascii") as file:
    for _ in range(1500):
        file.write(game * 1000)
P
    screen_open 80 24 "$FALLIBLE" play --plain --method madchess --elo 2400 --seed 3 --color white --book none
    wait_for '1\. >'
    keys "load $BATS_TEST_TMPDIR/large.pgn 900000" Enter stop Enter
    wait_for 'Stopped: no game was loaded'
    type_line e4
    wait_for '2\. >'
    type_line d3
    wait_for '3\. >'
    type_line resign
    wait_for 'y/n'
    type_line y
    wait_for 'Type review'
    keys 'whatif elo 2600' Enter stop Enter
    wait_for '[01] of 2 moves are replayed so far'
    keys "load $BATS_TEST_TMPDIR/large.pgn 900000" Enter material Enter
    wait_for 'A - B, 1-0\. The file has 1500000 games'
    type_line games
    wait_for '1,500,000 of 1,500,000 games|more to list them'
}

@test "explain says on the screen what the move shown does" {
    screen_open 80 24 "$FALLIBLE" play --elo 600 --seed 3 --color white
    wait_for '▸You'
    type_line explain
    wait_for 'Type analyze first to see what a move does'
    keys C-u
    type_line e4
    wait_for '1\. e4 +[a-hNBRQKO].*◂'
    type_line analyze
    wait_for 'If you analyse this game now'
    keys y
    wait_for 'analysis 1/5'
    keys Left PageDown
    wait_for 'level 2/5'
    type_line explain
    wait_for '^ 1\. e4 .*centre'
    wait_for 'analysis 1/5'
}

help_begins() { # HEADING LAST_ROW: help opens with this part, which fits the screen
    keys F1
    wait_for '─ Help ─'
    wait_for "│ $1 +│"
    wait_for "$2"
    screen | sed -n 2p | grep -qE "│ $1 +│"
    keys Escape
    wait_gone '─ Help ─'
}

@test "help begins with the keys of the screen it was opened on" {
    for size in '80 24' '60 18'; do
        # shellcheck disable=SC2086
        screen_open $size "$FALLIBLE"
        wait_for 'Enter  '
        help_begins Home 'back to the board; quit +│'
        keys o
        wait_for 'Opponent ─'
        help_begins 'The opponent' 'on that page: a group on or off +│'
        keys Escape
        wait_gone 'Opponent ─'
        keys z
        wait_for 'To solve: 1 of 10'
        help_begins 'A position to solve' 'end and go back; so does stop +│'
        type_line stop
        wait_for 'Enter  '
        keys Enter
        wait_for '▸You|◂'
        help_begins 'The game' 'another game; quit, the game is kept +│'
        type_line analyze
        wait_for 'If you analyse this game now'
        keys y
        wait_for 'F6 back|F6'
        help_begins Analysis 'type these words +│'
        keys F2
        wait_for 'debug'
        help_begins 'What weakens the level' 'back to the game or the file +│'
        keys F6
        type_line edit
        wait_for 'Set up a position'
        help_begins 'Setting up a position' 'cancel +│'
        keys Escape
        printf '1. e4 e5 2. Nf3 Nc6 1-0\n\n1. d4 d5 1-0\n' > "$BATS_TEST_TMPDIR/two.pgn"
        type_line "load $BATS_TEST_TMPDIR/two.pgn"
        wait_for 'two games|2 games'
        help_begins 'After the game' 'turn the board around; quit +│'
        type_line games
        wait_for 'Games of two.pgn'
        help_begins 'Games of a file' 'back to the board +│'
        keys Escape
        type_line review
        wait_for 'accuracy|Review'
        help_begins 'The review' ' back +│'
        screen_close
    done
}

@test "help in words is short, and about the moment" {
    in_lines '?\nz\n?\nstop\nquit\n' --plain
    has 'Type a letter of the home list to start what stands beside it'
    has 'Type the move that solves the position.'
    in_lines '?\nresign\n?\nanalyze\n?\nquit\n' play --plain
    has 'draw, resign: end the game.'
    has 'again: a rematch.'
    has 'back, forward (or previous, next), start, end: step through the game.'
    [ "${#lines[@]}" -lt 30 ]
    in_lines 'help all\nquit\n' play --plain
    has 'resign-policy [on|off]: '
    has 'c: show the clocks.'
}

@test "at 60x18 a hint leaves the puzzle's text in sight" {
    screen_open 60 18 "$FALLIBLE" puzzles
    wait_for 'To solve: 1 of 10'
    keys F3
    wait_for 'hint ───'
    wait_for 'F3 says more'
    screen | grep -qE 'To solve: 1 of 10\. (White|Black) to move\.'
    screen | grep -q 'A new puzzle'
}

@test "home in words: the letters work before the first move, and after training that home ended" {
    in_lines 'home\ne\nskip\nstop\nw\nhome\nz\nstop\nquit\n' play --plain --color white
    lacks 'neither a move nor a command'
    has 'Position 1 of 20. Endgame: '
    has 'Position 1 of 10. wac WAC.001'
    has 'Position 1 of 10. A new puzzle'
}

@test "a game is not rated if the opponent was set by hand before the first move" {
    in_lines 'set MoveError 300\ne4\nNf3\nresign\nquit\n' play --plain --elo 1400 --color white
    has "Not rated: you changed the opponent's settings."
    in_lines 'e4\nNf3\nresign\nquit\n' play --plain --elo 1400 --color white
    has 'Your rating: '
}

@test "a rating below zero on the engine's scale is told, too" {
    for _ in 1 2 3 4 5 6; do
        printf 'e4\nresign\nquit\n' | FALLIBLE_SCALE=lichess-rapid "$FALLIBLE" play --plain --elo 400 --color white > /dev/null
    done
    printf 'e4\nresign\nquit\n' | FALLIBLE_SCALE=lichess-rapid "$FALLIBLE" play --plain --elo 400 --color white |
        grep -q 'Your rating: '
    "$FALLIBLE" stats --json | grep -q '"rating": -'
    printf 'home\nquit\n' | FALLIBLE_SCALE=lichess-rapid "$FALLIBLE" --plain | grep -q 'Your rating: Lichess rapid'
}

@test "a command of the shell typed on home or the board is run there, and Esc comes back" {
    home
    keys -l doctor
    keys Enter
    wait_for '^.─ fallible doctor ─'
    wait_for 'database +.*games.db'
    keys Escape
    wait_for 'Play '
    type_line ':match fallible:elo=600 fallible:elo=700 --games 100000 --nodes 50000'
    wait_for 'fallible match'
    wait_for 'running [0-9]+ s .*Esc stop'
    keys Escape
    wait_for ' Esc back '
    keys Escape
    wait_for 'Play '
}

@test "analyze typed on home shows the board" {
    home
    type_line :analyze
    wait_for '─ analysis '
    type_line e4
    wait_for '1\. e4'
}

@test "Enter after the letter that answers a question belongs to the answer" {
    screen_open 80 24 "$FALLIBLE" --elo 600 --seed 3 --color white
    wait_for '▸You'
    type_line e4
    wait_for '1\. e4 +[a-hNBRQKO].*◂'
    type_line resign
    wait_for 'Resign this game'
    keys y Enter
    wait_for 'Enter rematch'
    sleep 0.6
    keys Enter
    wait_for 'You have black|you have black|▸Fallible'
}

@test "a question with another line waiting fits a small terminal" {
    printf 'e4\nquit\n' | "$FALLIBLE" play --plain --elo 1000 --color white > /dev/null
    screen_open 60 18 "$FALLIBLE"
    wait_for 'Go on'
    keys n
    wait_for 'another\? y/n'
    sleep 0.7 # what comes at once would belong to the same word
    type_line games
    wait_for '^ another\? Please answer y or n\.$'
    screen | grep -q '^ > games'
}

@test "without a finished game the statistics name the last file" {
    cp tests/data/file_games.pgn "$BATS_TEST_TMPDIR/mine.pgn"
    cd "$BATS_TEST_TMPDIR"
    in_lines 's\nquit\n' --plain
    has 'fallible stats FILE.pgn'
    in_lines 'load mine.pgn\nquit\n' --plain
    in_lines 's\nquit\n' --plain
    has 'fallible stats mine.pgn'
}
