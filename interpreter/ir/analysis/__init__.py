"""What a program touches, and how large its numbers become."""
