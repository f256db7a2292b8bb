"""What authors of scenarios are helped by: linting, skeletons, pictures of their steps, scenarios as questions."""
