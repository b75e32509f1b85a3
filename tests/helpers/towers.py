"""A small game of stacks, for tests of what is kept, shown and read of them."""

SHORT_TOWERS = """(game "Short Towers"
    (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules
        (start {
            (place Stack "Disc1" (sites Bottom) count:2)
            (place Stack items:{"Disc1" "Disc2"} (sites Top))
        })
        (play (forEach Piece
            (move Step Orthogonal (to if:(< (size Stack at:(to)) 4))) top:True))
        (end (if (= (size Stack at:(last To)) 4) (result Mover Win)))
    )
)"""
