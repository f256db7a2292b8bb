"""How much the vectors would notice: slips made on purpose in the reference, and which vectors tell of them."""
