"""What would have to be different: the goal, how few inputs lead to it, and how near their values can stay."""
