#!/bin/sh
# An XBoard engine that behaves as its argument says, for tests of its callers. It plays e2e4 as White,
# and e7e5 and then e8d8 as Black.
manner=$1
side=w black=e7e5
say() { echo "$@"; }
think() {
    case $manner in
    hang) return ;;
    deep) say " 5 25 12 900 e2e4"; return ;;
    crash) kill -SEGV $$ ;;
    liar) say "# illegal move in the last game"; kill -SEGV $$ ;;
    leave) exit 7 ;;
    illegal) say "move e2e5"; return ;;
    resign) say "resign"; return ;;
    claim) say "1/2-1/2 {Draw by boredom}"; return ;;
    lost) if [ $side = w ]; then say "0-1 {Black mates}"; else say "1-0 {White mates}"; fi; return ;;
    deaf) say "Illegal move: e2e4"; return ;;
    esac
    # HoiChess numbers black's lines like this; it is not a move.
    if [ $side = b ]; then say "2 -2 0 410 (-) 1. ... d7d5 2. e4d5"; fi
    say " 3     25      12        900 e2e4"
    say " 4    -31      20       1800 e2e4 e7e5"
    if [ $side = w ]; then
        say "move e2e4"; side=b
    else # as GNU Chess says it
        say "1. ... $black"; say "My move is : $black"; side=w black=e8d8
    fi
    playing=1
}
# Two lines, and between them one that begins with a move that is not legal.
analyse() {
    case $manner in
    deaf) say "Illegal move: e2e4"; return ;;
    simple) say "Error (unknown command): analyze"; return ;;
    older) say "Illegal move: analyze"; return ;;
    dies) exit 7 ;;
    esac
    if [ $side = w ]; then say " 5 25 12 900 d2d4 d7d5"; else say " 5 -25 12 900 c7c5"; fi
    say " 7 99 30 2800 e1e8"
    if [ $side = w ]; then say " 6 31 20 1800 e2e4 e7e5"; else say " 6 -100003 20 1800 e7e5 g1f3"; fi
}
introduce() {
    [ "$manner" != player ] || say 'feature analyze=0'
    say 'feature myname="Fake X" ping=1 setboard=1 usermove=1 reuse=0 san=1 done=0'
    say 'feature option="Contempt -spin 0 -100 100" memory=1 done=1'
}
playing=0
case $manner in
slow) say 'feature done=0'; exec sleep 1000 ;;
chatty) while :; do say 'feature myname="Chatty"'; sleep 0.1; done ;;
esac
while read -r word rest; do
    case $word in
    '') if [ "$manner" = drowsy ]; then manner=awake; introduce; fi ;;
    protover)
        case $manner in old | mute | drowsy) ;; *) introduce ;; esac
        if [ "$manner" = mute ]; then exit 4; fi
        ;;
    ping) say "pong $rest" ;;
    new) side=w playing=0 black=e7e5 ;;
    force) playing=0 ;;
    setboard) case $rest in *" b "*) side=b ;; *) side=w ;; esac ;;
    usermove | [a-h][1-8][a-h][1-8]*)
        if [ $side = w ]; then side=b; else side=w; fi
        if [ $playing = 1 ]; then think; fi
        ;;
    go) think ;;
    analyze) analyse ;;
    '?') case $manner in hang | deep) say "move e2e4" ;; esac ;;
    option) say "# option $rest" ;;
    quit) exit 0 ;;
    esac
done
