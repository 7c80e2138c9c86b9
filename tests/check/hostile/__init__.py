"""Documents that mean harm: to whoever reads them, checks them, proves things about them, or runs them."""
