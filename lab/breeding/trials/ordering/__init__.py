"""How the score orders known games, beside what people think of them."""
