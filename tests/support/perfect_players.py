"""Players of small games that do as well as perfect play, as ``senet-gp verdict`` proves."""

from __future__ import annotations

#: It never loses a game of tic-tac-toe that it plays from the start.
NEVER_LOSES = (
    "(sub move_to (sub (sub (if_then_else (or_ (mine 7) (empty 8)) their_pieces move_to) (if_then_else "
    "(or_ (theirs 5) (mine (sub 1 move_to))) my_pieces (mul (add 9 (sub their_pieces (sub (add "
    "(if_then_else (theirs 4) 3 (mul 6 (if_then_else (theirs 2) move_to 5))) (mul (if_then_else (or_ "
    "(theirs (if_then_else (or_ (theirs (sub 5 move_to)) (or_ (theirs 9) (mine 7))) (sub 1 9) (sub 6 (mul "
    "2 my_pieces)))) (theirs (if_then_else (or_ (theirs (sub move_to 5)) (theirs (sub 2 move_to))) 5 (sub "
    "6 (mul 2 move_to))))) (add 5 move_to) (mul 5 8)) (if_then_else (theirs 9) 2 7))) move_to))) (sub 9 "
    "(sub move_to (add 7 6)))))) (if_then_else (theirs (sub 1 move_to)) 8 1)))"
)
#: The same of trilobite.
NEVER_LOSES_TRILOBITE = (
    "(sub (if_then_else (empty 5) move_to (add (if_then_else (empty 1) move_to 8) move_to)) (mul "
    "(if_then_else (and_ (empty (add (mul move_to 2) 1)) (empty their_pieces)) my_pieces 9) their_moves))"
)
#: It always wins hexapawn when it moves second.
WINS_SECOND = "(mul (sub (sub my_moves their_pieces) 4) my_moves)"
#: The same of Pursuit: it misses no win, allows none, and repeats no move.
CATCHES = (
    "(add (if_then_else (greater 2 (mul (if_then_else (greater (add own_last_move (mul enemy_x 2)) (add "
    "(sub (sub enemy_x (mul own_last_move (sub own_y enemy_y))) 1) own_x)) (mul (add (sub (add enemy_y "
    "own_last_move) (sub own_y 1)) (if_then_else (not_ (or_ (not_ (greater own_x enemy_x)) (greater "
    "(mul (sub (sub (add enemy_y 3) 1) own_y) own_x) own_x))) 2 (if_then_else (not_ (greater (add "
    "enemy_x own_last_move) enemy_x)) 1 (mul (add own_last_move (add 2 (sub (add (mul (add 2 2) (sub "
    "own_last_move 3)) 2) 3))) (sub (add (add (mul 2 2) (sub (sub (add own_y (add own_x (sub 3 (add "
    "own_x own_last_move)))) enemy_y) enemy_x)) (sub own_x own_last_move)) own_last_move))))) (sub (mul "
    "2 (mul 3 (sub enemy_x own_x))) (sub own_last_move (sub 2 (mul 3 (add (sub 1 enemy_y) own_y)))))) "
    "own_last_move) (sub (add 2 (mul (sub enemy_x own_x) 3)) (mul 2 (sub own_y (sub enemy_y 3)))))) "
    "(add (mul (add (if_then_else (or_ (not_ (greater (add own_x own_last_move) enemy_x)) (greater "
    "own_x (add enemy_x (sub 2 own_last_move)))) (add 3 enemy_y) enemy_y) own_y) 2) 3) 2) "
    "own_last_move)"
)
