"""What models and searches were used."""
