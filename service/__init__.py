"""A rules engine for choosing GPUs and keeping them productive; see `service/README.md` for the rooms."""
