"""What speech used and what it cost, per account, on this computer only."""
