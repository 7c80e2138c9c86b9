"""Where rules are kept and changed: in a running service, or in the store here; commands see one desk."""
