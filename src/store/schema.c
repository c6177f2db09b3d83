/* The tables, by database version: the SQL that each version added. A database is upgraded by
 * running the SQL of all versions after its own. */
#include "src/store/sql.h"

/* Ends the SQL of each version. */
#define VERSION(number) "PRAGMA user_version = " #number ";"

const char *const store_versions[] = {
    "CREATE TABLE IF NOT EXISTS games ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  began INTEGER NOT NULL,"
    "  start TEXT NOT NULL,"
    "  chess960 INTEGER NOT NULL,"
    "  you INTEGER NOT NULL,"
    "  handicap TEXT NOT NULL,"
    "  control TEXT NOT NULL,"
    "  finished INTEGER NOT NULL DEFAULT 0,"
    "  result TEXT NOT NULL DEFAULT '*',"
    "  ending TEXT NOT NULL DEFAULT '');"
    "CREATE TABLE IF NOT EXISTS moves ("
    "  game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,"
    "  ply INTEGER NOT NULL,"
    "  move INTEGER NOT NULL,"
    "  clock INTEGER NOT NULL,"
    "  PRIMARY KEY (game, ply)) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS decisions ("
    "  game INTEGER NOT NULL,"
    "  ply INTEGER NOT NULL,"
    "  best INTEGER NOT NULL,"
    "  best_score INTEGER NOT NULL,"
    "  played_score INTEGER NOT NULL,"
    "  error_range INTEGER NOT NULL,"
    "  die INTEGER NOT NULL,"
    "  blunder_chance INTEGER NOT NULL,"
    "  blunder INTEGER NOT NULL,"
    "  deliberate INTEGER NOT NULL,"
    "  forced_win INTEGER NOT NULL,"
    "  cost INTEGER NOT NULL,"
    "  random INTEGER NOT NULL,"
    "  candidates TEXT NOT NULL,"
    "  PRIMARY KEY (game, ply),"
    "  FOREIGN KEY (game, ply) REFERENCES moves (game, ply) ON DELETE CASCADE) WITHOUT ROWID;"
    "CREATE INDEX IF NOT EXISTS games_unfinished ON games (id) WHERE finished = 0;" VERSION(1),

    /* scores: the score for white, and the best line in UCI moves, of the position after ply.
     * reviews, gifts: the findings of a finished game's review, in percent and winning chances; a
     * gift is an error of a weakened opponent that gave you winning chances.
     * deck: positions to learn; position is an EPD (castling as in X-FEN), solution the best line
     * in UCI moves, score for white; due and last_review in seconds since 1970 (last_review 0:
     * never); state 0 new, 1 learning, 2 review, 3 relearning; stability in days and difficulty
     * 1 .. 10 as FSRS defines them, 0 while new. */
    "ALTER TABLE moves ADD COLUMN elapsed INTEGER NOT NULL DEFAULT -1;"
    "CREATE TABLE scores ("
    "  game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,"
    "  ply INTEGER NOT NULL,"
    "  score INTEGER NOT NULL,"
    "  depth INTEGER NOT NULL,"
    "  nodes INTEGER NOT NULL,"
    "  line TEXT NOT NULL,"
    "  PRIMARY KEY (game, ply)) WITHOUT ROWID;"
    "CREATE TABLE reviews ("
    "  game INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,"
    "  accuracy REAL NOT NULL,"
    "  opponent_accuracy REAL NOT NULL,"
    "  loss REAL NOT NULL,"
    "  opponent_loss REAL NOT NULL,"
    "  moves INTEGER NOT NULL,"
    "  inaccuracies INTEGER NOT NULL,"
    "  mistakes INTEGER NOT NULL,"
    "  blunders INTEGER NOT NULL);"
    "CREATE TABLE gifts ("
    "  game INTEGER NOT NULL REFERENCES reviews (game) ON DELETE CASCADE,"
    "  ply INTEGER NOT NULL,"
    "  motif INTEGER NOT NULL,"
    "  phase INTEGER NOT NULL,"
    "  worth REAL NOT NULL,"
    "  kept REAL NOT NULL,"
    "  answered INTEGER NOT NULL,"
    "  taken INTEGER NOT NULL,"
    "  PRIMARY KEY (game, ply)) WITHOUT ROWID;"
    "CREATE TABLE deck ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  kind TEXT NOT NULL,"
    "  position TEXT NOT NULL,"
    "  chess960 INTEGER NOT NULL,"
    "  solution TEXT NOT NULL,"
    "  score INTEGER NOT NULL,"
    "  played INTEGER NOT NULL,"
    "  motif INTEGER NOT NULL,"
    "  why TEXT NOT NULL,"
    "  game INTEGER REFERENCES games (id) ON DELETE SET NULL,"
    "  ply INTEGER NOT NULL,"
    "  added INTEGER NOT NULL,"
    "  due INTEGER NOT NULL,"
    "  stability REAL NOT NULL DEFAULT 0,"
    "  difficulty REAL NOT NULL DEFAULT 0,"
    "  reps INTEGER NOT NULL DEFAULT 0,"
    "  lapses INTEGER NOT NULL DEFAULT 0,"
    "  state INTEGER NOT NULL DEFAULT 0,"
    "  last_review INTEGER NOT NULL DEFAULT 0,"
    "  UNIQUE (position));"
    "CREATE INDEX deck_due ON deck (due);" VERSION(2),

    /* answers: answers to cards of the deck; at in seconds since 1970, grade 1 (again) .. 4 (easy).
     * puzzles: as in the Lichess database; position is a FEN before the opponent's first move,
     * moves and themes are separated by blanks; rating, deviation and volatility change with your
     * attempts. attempts: your attempts at puzzles, with your rating after each. imports: files
     * whose import was interrupted, with the last line read. */
    "CREATE TABLE answers ("
    "  id INTEGER PRIMARY KEY,"
    "  card INTEGER REFERENCES deck (id) ON DELETE SET NULL,"
    "  at INTEGER NOT NULL,"
    "  grade INTEGER NOT NULL);"
    "CREATE TABLE puzzles ("
    "  id TEXT PRIMARY KEY,"
    "  position TEXT NOT NULL,"
    "  moves TEXT NOT NULL,"
    "  rating REAL NOT NULL,"
    "  deviation REAL NOT NULL,"
    "  volatility REAL NOT NULL,"
    "  themes TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX puzzles_rating ON puzzles (rating, id);"
    "CREATE TABLE attempts ("
    "  id INTEGER PRIMARY KEY,"
    "  puzzle TEXT NOT NULL,"
    "  at INTEGER NOT NULL,"
    "  solved INTEGER NOT NULL,"
    "  rating REAL NOT NULL,"
    "  deviation REAL NOT NULL,"
    "  volatility REAL NOT NULL);"
    "CREATE INDEX attempts_puzzle ON attempts (puzzle);"
    "CREATE TABLE imports ("
    "  source TEXT PRIMARY KEY,"
    "  line INTEGER NOT NULL) WITHOUT ROWID;" VERSION(3),

    /* deck: other moves that are right or wrong, in UCI notation, separated by blanks; mate is the
     * number of moves if the task is a mate. */
    "ALTER TABLE deck ADD COLUMN accepted TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE deck ADD COLUMN refused TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE deck ADD COLUMN mate INTEGER NOT NULL DEFAULT 0;" VERSION(4),

    /* opponent: the external engine that you played against, as you entered it; '' for our own. */
    "ALTER TABLE games ADD COLUMN opponent TEXT NOT NULL DEFAULT '';" VERSION(5),

    /* What is needed to repeat a decision (struct decision). decisions.handicap: '' if it is the
     * one from the start of the game. games.handicap_now: the opponent's latest handicap, '' if it
     * never changed. */
    "ALTER TABLE games ADD COLUMN handicap_now TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE decisions ADD COLUMN handicap TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE decisions ADD COLUMN width INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE decisions ADD COLUMN spent INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE decisions ADD COLUMN usual INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE decisions ADD COLUMN first INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE decisions ADD COLUMN changes INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE decisions ADD COLUMN budget INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE decisions ADD COLUMN cut INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE decisions ADD COLUMN hash_mb INTEGER NOT NULL DEFAULT 0;" VERSION(6),

    /* odds: names separated by commas. unrated: why a game is not rated. rated: the rated games,
     * with the opponent's rating, your score 0 .. 1, and your rating after the game. */
    "ALTER TABLE games ADD COLUMN odds TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE games ADD COLUMN takebacks INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE games ADD COLUMN unrated TEXT NOT NULL DEFAULT '';"
    "CREATE TABLE rated ("
    "  game INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,"
    "  at INTEGER NOT NULL,"
    "  opponent REAL NOT NULL,"
    "  score REAL NOT NULL,"
    "  rating REAL NOT NULL,"
    "  deviation REAL NOT NULL,"
    "  volatility REAL NOT NULL);" VERSION(7),

    /* drill: the positional group, such as king_safety, that the opponent ignored. drills: the
     * opponent's concessions (see src/review/drill.h), how many of them you punished, and how many
     * centipawns you gained by that. */
    "ALTER TABLE games ADD COLUMN drill TEXT NOT NULL DEFAULT '';"
    "CREATE TABLE drills ("
    "  game INTEGER PRIMARY KEY REFERENCES reviews (game) ON DELETE CASCADE,"
    "  moments INTEGER NOT NULL,"
    "  felt INTEGER NOT NULL,"
    "  gained INTEGER NOT NULL);" VERSION(8),

    /* source: the list that the card belongs to; '' if it comes from a mistake of yours. */
    "ALTER TABLE deck ADD COLUMN source TEXT NOT NULL DEFAULT '';" VERSION(9),

    /* drawn: your colour was drawn at random. */
    "ALTER TABLE games ADD COLUMN drawn INTEGER NOT NULL DEFAULT 0;" VERSION(10),

    /* hash: the hash of the decompressed file up to the last line read, to recognise the file. */
    "ALTER TABLE imports ADD COLUMN hash INTEGER NOT NULL DEFAULT 0;" VERSION(11),

    /* handicap, handicap_now, decision: the text of handicap_text.h; see name_numbers.c.
     * decisions.handicap: '' if it is the one from the start of the game. */
    "ALTER TABLE decisions RENAME TO numbered_decisions;"
    "CREATE TABLE decisions ("
    "  game INTEGER NOT NULL,"
    "  ply INTEGER NOT NULL,"
    "  handicap TEXT NOT NULL,"
    "  decision TEXT NOT NULL,"
    "  PRIMARY KEY (game, ply),"
    "  FOREIGN KEY (game, ply) REFERENCES moves (game, ply) ON DELETE CASCADE) WITHOUT ROWID;"
    "INSERT INTO decisions SELECT game, ply, coalesce(named_handicap(d.handicap), ''),"
    "  named_decision(chess960, CASE d.handicap WHEN '' THEN g.handicap ELSE d.handicap END,"
    "    candidates, best, best_score, played_score, error_range, die, blunder_chance, blunder,"
    "    deliberate, forced_win, cost, random, width, spent, usual, first, changes, budget, cut,"
    "    hash_mb)"
    "  FROM numbered_decisions AS d JOIN games AS g ON g.id = game"
    "  WHERE EXISTS (SELECT 1 FROM moves WHERE moves.game = d.game AND moves.ply = d.ply);"
    "DROP TABLE numbered_decisions;"
    "UPDATE games SET handicap = named_handicap(handicap),"
    "  handicap_now = named_handicap(handicap_now);" VERSION(12),

    /* chances: the tactics that you could have played; ply is that of the position. For games
     * reviewed before this version, only the gifts are known. */
    "CREATE TABLE chances ("
    "  game INTEGER NOT NULL REFERENCES reviews (game) ON DELETE CASCADE,"
    "  ply INTEGER NOT NULL,"
    "  motif INTEGER NOT NULL,"
    "  taken INTEGER NOT NULL,"
    "  PRIMARY KEY (game, ply)) WITHOUT ROWID;"
    "INSERT INTO chances SELECT game, ply, motif, taken FROM gifts"
    "  WHERE answered = 1 AND motif > 0;" VERSION(13),

    /* last: the move before the position, or 0 (NO_MOVE) if it is not known. */
    "ALTER TABLE deck ADD COLUMN last INTEGER NOT NULL DEFAULT 0;"
    "UPDATE deck SET last = coalesce((SELECT move FROM moves"
    "  WHERE moves.game = deck.game AND moves.ply = deck.ply), 0);" VERSION(14),

    /* reason: what was bad about the move. In older versions, the column why contained it: "A
     * mistake of yours: 4. Qg4? lost the d4 pawn." or "A chance you missed: 4... Nf6?? left the
     * rook; you played 5. h3." */
    "ALTER TABLE deck ADD COLUMN reason TEXT NOT NULL DEFAULT '';"
    "UPDATE deck SET reason = rtrim(substr(why, instr(why, '? ') + 2), '.'),"
    "  why = substr(why, 1, instr(why, '? ')) || '.'"
    "  WHERE kind = 'mistake' AND instr(why, '? ') > 0;"
    "UPDATE deck SET why = replace(why, '?! ', '?!? ')"
    "  WHERE kind = 'gift' AND instr(why, '? ') = 0 AND instr(why, '; you played ') > 0;"
    "UPDATE deck SET reason = substr(why, instr(why, '? ') + 2,"
    "    instr(why, '; you played ') - instr(why, '? ') - 2),"
    "  why = rtrim(replace(substr(why, 1, instr(why, '? ')), '?!?', '?!')) || '.'"
    "  WHERE kind = 'gift' AND instr(why, '? ') > 0"
    "  AND instr(why, '; you played ') > instr(why, '? ') + 2;" VERSION(15),
};
const int store_version_count = sizeof store_versions / sizeof *store_versions;
