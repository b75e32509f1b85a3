"""Small games that hide something; who peeks always wins the first two."""

# A king hides somewhere on sixteen sites, and one of them is named.
NOWHERE = """(game "Find" (players 2)
    (equipment {(board (square 4)) (piece "King" Each)})
    (rules
        (start {(place Random (sites Board) {"King2"}) (set Hidden (sites Board) to:P1)})
        (play (move Select (from (sites Board))))
        (end {(if (is In (last To) (sites Occupied by:P2)) (result P1 Win))
              (if (is Empty (last To)) (result P2 Win))})
    )
)"""
# One of four pieces is the king; which is it?
WHICH = """(game "Which" (players 2)
    (equipment {(board (square 4)) (piece "King" Each) (piece "Pawn" Each)})
    (rules
        (start {(place Random (sites Top) {"King2"}) (place Random (sites Top) {"Pawn2"} count:3)
                (set Hidden What (sites Board) to:P1)})
        (play (move Remove (sites Occupied by:P2)))
        (end {(if (no Pieces P2 "King") (result P1 Win)) (if True (result P2 Win))})
    )
)"""
# What is hidden stands on levels of stacks; or it is all kinds of things.
LEVELS = """(game "Levels" (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each) (piece "Ring" Each) (hand Each size:3)})
    (rules
        (start {
            (place Stack items:{"Disc1" "Ring2" "Disc2"} 4) (place Stack items:{"Ring2" "Disc2"} 0)
            (place Stack items:{"Disc1"} 8)
            (set Hidden What at:4 level:1 to:P1) (set Hidden What at:0 level:0 to:P1)
            (set Hidden What at:4 level:2 to:P1) (set Hidden What at:0 level:1 to:P1)
        })
        (play (forEach Piece (move Step (to if:True)) top:True))
        (end (if (>= (count Moves) 30) (result Mover Draw)))
    )
)"""
MIXED = """(game "Mixed" (players 2)
    (equipment {
        (board (square 4)) (hand Each size:3) (piece "King" Each) (piece "Pawn" Each)
    })
    (rules
        (start {
            (place "King1" 0) (place "Pawn1" {1 2}) (place "King2" {15} state:2)
            (place "Pawn2" {12 13}) (place "Pawn2" (handSite P2 1) count:2)
            (set Hidden (sites {4 5 6 7 8}) to:P1) (set Hidden (sites Hand P2) to:P1)
            (set Hidden {What State} (sites Top) to:P1)
        })
        (play (forEach Piece (move Step Orthogonal
            (to if:(or (is Empty (to)) (is Hidden at:(to) to:Mover)) (apply (remove (to))))
            (then (set State at:(last To) (+ 1 (state at:(last To))))))))
        (end (if (= 9 (state at:(last To))) (result Mover Win)))
    )
)"""
