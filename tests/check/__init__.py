"""What `check` says about rule files that are not right, and that it says nothing else."""
