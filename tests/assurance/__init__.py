"""Long checks: what each has done already, so that it can be resumed, and the page that shows when each was run."""
