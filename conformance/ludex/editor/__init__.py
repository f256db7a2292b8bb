"""A language server for scenarios: what an editor asks while somebody writes (``ludex lsp``)."""
