#!/bin/sh
# A UCI engine that misbehaves as its argument says, for tests of its callers.
manner=$1
while read -r word rest; do
    case $word in
    uci)
        case $manner in
        crash-at-start) exit 3 ;;
        silent) continue ;;
        deaf-flood) while :; do echo "info string still loading"; done ;;
        esac
        echo "id name Fake $manner"
        echo "option name Hash type spin default 1 min 1 max 16"
        echo "option name Skill Level type spin default 1 min 1 max 20"
        echo "uciok"
        ;;
    isready) echo "readyok" ;;
    setoption) echo "info string set $rest" ;;
    quit)
        if [ "$manner" = no-quit ]; then
            trap '' TERM HUP
            while :; do sleep 1; done
        fi
        exit 0
        ;;
    stop) if [ "$manner" = until-stop ]; then echo "bestmove e2e4"; fi ;;
    go)
        case $manner in
        crash) kill -SEGV $$ ;;
        liar)
            echo "info string illegal move in the position command"
            kill -SEGV $$
            ;;
        leave) exit 7 ;;
        hang | until-stop) ;;
        close) exec >&-; sleep 30 ;;
        illegal) echo "bestmove e2e5" ;;
        nonsense) echo "bestmove" ;;
        none) echo "bestmove (none)" ;;
        slow)
            sleep 0.4
            echo "bestmove e2e4"
            ;;
        flood) while :; do echo "info depth 1 score cp 1 pv e2e4"; done ;;
        endless) while :; do printf 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'; done ;;
        garbage)
            printf 'info depth\ninfo score\ninfo score cp\ninfo multipv 9999 score cp 1 pv e2e4\n'
            printf 'info score cp 5 pv e7e5\n\001\002\377\n\ninfo nodes pv\nbestmov\ninfo\n'
            printf 'info multipv -3 score mate 99999999999999999999 pv e2e4\n'
            printf 'info depth 99999999999999 score mate -99999999999 pv d2d4 zzzz e2e4\n'
            printf '%070000d\n' 7
            echo "bestmove d2d4 ponder a1a8"
            ;;
        *)
            echo "info depth 1 seldepth 2 multipv 1 score cp -20 nodes 20 time 1 pv a2a3"
            echo "info depth 3 seldepth 5 score cp 31 lowerbound nodes 900 hashfull 12 pv e2e4"
            echo "info depth 4 score mate 2 nodes 1000 tbhits 3 pv e2e4 e7e5 e2e4"
            echo "bestmove e2e4 ponder e7e5"
            ;;
        esac
        ;;
    esac
done
