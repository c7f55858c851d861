"""Long checks: their recorded progress, so that they can be resumed, and the page with the date of each."""
