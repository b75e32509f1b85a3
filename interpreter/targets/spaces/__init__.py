"""What learners choose from and what they see."""
