"""The judge: drives one engine over the wire, weighs its answers, and reports; it never hangs and never lies."""
