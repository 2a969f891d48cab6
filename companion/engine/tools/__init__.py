"""Typed tools: one behaviour each, their schemas, and who offers which."""
