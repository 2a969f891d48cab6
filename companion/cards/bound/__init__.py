"""What node types become when a card is bound; `cards.view` hands all of them out."""
