"""Boards: graphs of sites, how they are made, and what rules see of them."""
