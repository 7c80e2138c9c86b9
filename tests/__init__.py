"""Tests: tables of cases with sentences for names, and properties checked on generated input."""
