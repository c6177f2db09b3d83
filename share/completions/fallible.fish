# fish completion for fallible
set -l commands play analyze review puzzles stats replay suite match elo calibrate book tune ladder maia human-check doctor config uci bench perft
complete -c fallible -n "not __fish_seen_subcommand_from $commands" -f -a "$commands"
set -l board "not __fish_seen_subcommand_from analyze review puzzles stats replay suite match elo calibrate book tune ladder maia human-check doctor config uci bench perft"
complete -c fallible -n $board -l elo -x -d "600 to 2600, or full"
complete -c fallible -n $board -l opponent -x -a "(__fish_complete_command)"
complete -c fallible -n $board -l option -x
complete -c fallible -n $board -l preset -x -a "beginner patzer novice social strong-social club strong-club expert candidate-master master international-master grandmaster full"
complete -c fallible -n $board -l method -x -a "madchess inaccuracy noise diffusion stubborn human"
complete -c fallible -n "__fish_seen_subcommand_from suite analyze" -l method -x -a "madchess inaccuracy noise diffusion stubborn human"
complete -c fallible -n $board -l drill -x -a "pawn_values minor_values major_values passed_pawns king_safety piece_location mobility pawn_structure threats minor_maneuvering major_maneuvering"
complete -c fallible -n $board -l color -x -a "white black random"
complete -c fallible -n $board -l odds -x -a "pawn knight rook queen time moves"
complete -c fallible -n $board -l time -x -a "none 5+3 15+10 40/60"
complete -c fallible -n $board -l manners -x -a "on off level"
for option in fen seed threads hash theme resign-score resign-moves accept-score draw-score draw-moves draw-from
    complete -c fallible -n $board -l $option -x
end
for option in plain debug ascii no-save demo adaptive chess960
    complete -c fallible -n $board -l $option -f
end
for option in strength-file book syzygy
    complete -c fallible -n $board -l $option -r
end
complete -c fallible -n "__fish_seen_subcommand_from suite" -f -a "wac bk sts mates"
for option in movetime nodes depth elo threads jobs hash engine compare require limit id seed
    complete -c fallible -n "__fish_seen_subcommand_from suite" -l $option -x
end
for option in json csv solve
    complete -c fallible -n "__fish_seen_subcommand_from suite" -l $option -f
end
complete -c fallible -n "__fish_seen_subcommand_from match" -f -a "merge report fallible fallible:elo= fallible:features= uci: xboard: random"
for option in games nodes depth movetime tc virtual margin plies random-plies seed concurrency hash threads sprt shard report-nodes
    complete -c fallible -n "__fish_seen_subcommand_from match" -l $option -x
end
for option in openings pgn strength-file
    complete -c fallible -n "__fish_seen_subcommand_from match" -l $option -r
end
for option in no-adjudication gauntlet report resume json
    complete -c fallible -n "__fish_seen_subcommand_from match" -l $option -f
end
for option in anchor average gauntlet
    complete -c fallible -n "__fish_seen_subcommand_from elo" -l $option -x
end
complete -c fallible -n "__fish_seen_subcommand_from elo" -l json
complete -c fallible -n "__fish_seen_subcommand_from calibrate" -l method -x -a "madchess inaccuracy noise diffusion stubborn maia human"
complete -c fallible -n "__fish_seen_subcommand_from calibrate" -l fit -x -a "strength time nothing"
for option in levels games first tolerance budget time anchors stockfish guest concurrency shard seed
    complete -c fallible -n "__fish_seen_subcommand_from calibrate" -l $option -x
end
for option in openings folder measured strength-file
    complete -c fallible -n "__fish_seen_subcommand_from calibrate" -l $option -r
end
complete -c fallible -n "__fish_seen_subcommand_from calibrate" -s o -l output -r
for option in no-random dry-run json
    complete -c fallible -n "__fish_seen_subcommand_from calibrate" -l $option -f
end
complete -c fallible -n "__fish_seen_subcommand_from analyze" -l fen -x
complete -c fallible -n "__fish_seen_subcommand_from analyze" -l engine -x
complete -c fallible -n "__fish_seen_subcommand_from tune" -l method -x -a "adam swarm"
complete -c fallible -n "__fish_seen_subcommand_from tune" -l terms-file -r
complete -c fallible -n "__fish_seen_subcommand_from tune" -a "generate convert"
complete -c fallible -n "__fish_seen_subcommand_from tune" -s o -r
complete -c fallible -n "__fish_seen_subcommand_from tune" -l openings -r
for option in budget iterations terms groups hold pull per-game min-elo min-base-time exclude-event seed threads games nodes chess960 part
    complete -c fallible -n "__fish_seen_subcommand_from tune" -l $option -x
end
for option in compare resume dry-run shuffle
    complete -c fallible -n "__fish_seen_subcommand_from tune" -l $option -f
end
complete -c fallible -n "__fish_seen_subcommand_from puzzles" -F -a "import pack wac bk mates"
for option in theme rating count nodes
    complete -c fallible -n "__fish_seen_subcommand_from puzzles" -l $option -x
end
complete -c fallible -n "__fish_seen_subcommand_from puzzles" -l themes -f
for option in without with elo method seed
    complete -c fallible -n "__fish_seen_subcommand_from replay" -l $option -x
end
complete -c fallible -n "__fish_seen_subcommand_from replay" -l list -f
complete -c fallible -n "__fish_seen_subcommand_from stats" -l games -x
complete -c fallible -n "__fish_seen_subcommand_from stats" -l goal -x
complete -c fallible -n "__fish_seen_subcommand_from stats" -l json -f
complete -c fallible -n "__fish_seen_subcommand_from review" -l limit -x
complete -c fallible -n "__fish_seen_subcommand_from review" -l retention -x
complete -c fallible -n "__fish_seen_subcommand_from analyze review puzzles doctor" -l syzygy -r
complete -c fallible -n "__fish_seen_subcommand_from doctor" -l json -f
complete -c fallible -n "__fish_seen_subcommand_from config" -l write -r
complete -c fallible -n "__fish_seen_subcommand_from config" -l json -f
for option in fen moves
    complete -c fallible -n "__fish_seen_subcommand_from maia" -l $option -x
end
for option in json speed
    complete -c fallible -n "__fish_seen_subcommand_from maia" -l $option -f
end
complete -c fallible -n "__fish_seen_subcommand_from human-check" -l by -x -a "phase material clock"
complete -c fallible -n "__fish_seen_subcommand_from human-check" -l strength-file -r
for option in method player ratings band positions judge-nodes nodes movetime concurrency hash seed
    complete -c fallible -n "__fish_seen_subcommand_from human-check" -l $option -x
end
for option in all json csv
    complete -c fallible -n "__fish_seen_subcommand_from human-check" -l $option -f
end
for option in nodes tc games wac-nodes wac-movetime only concurrency hash seed
    complete -c fallible -n "__fish_seen_subcommand_from ladder" -l $option -x
end
for option in rungs state
    complete -c fallible -n "__fish_seen_subcommand_from ladder" -l $option -r
end
for option in quick up down markdown csv json
    complete -c fallible -n "__fish_seen_subcommand_from ladder" -l $option -f
end
complete -c fallible -n "__fish_seen_subcommand_from perft" -l fen -x
complete -c fallible -n "__fish_seen_subcommand_from perft" -l divide -f
complete -c fallible -n "__fish_seen_subcommand_from book" -f -a "build show"
complete -c fallible -n "__fish_seen_subcommand_from book" -s o -l output -r
for option in plies min-games min-elo fen
    complete -c fallible -n "__fish_seen_subcommand_from book" -l $option -x
end
complete -c fallible -n "__fish_seen_subcommand_from book" -l json -f
