"""Work that is split among processes here, and among workers of a Dask cluster."""
