"""What something was made of: the functions that ran, and the files that were read, while it was made.

``install`` is called in a process of its own before it imports what is to be noted. Each function of Ludex that is
imported afterwards then says so when it runs; whoever remembers a value says again what it was made of. So a value that
is kept (``memo``) can be believed for as long as nothing of this has changed. Where nothing is installed, nothing is
noted.
"""

from ludex.tracking.noting import Steps, repeat, with_steps

__all__ = ["Steps", "repeat", "with_steps"]
