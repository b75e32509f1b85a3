/** What a new game begins with. */

export const NEW = `(game "New Game"
    (players 2)
    (equipment {
        (board (square 5))
        (piece "Disc" Each)
    })
    (rules
        (play (move Add (to (sites Empty))))
        (end {
            (if (is Line 4) (result Mover Win))
            (if (is Full) (result Mover Draw))
        })
    )
)

(metadata (info {
    (description "Four in a row on a small board.")
    (rules "Players take turns placing a disc on an empty cell. Four in a row win.")
}))
`;
