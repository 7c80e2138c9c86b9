"""What inputs make a rule do: by running it with some, and by asking the solver about the rest."""
