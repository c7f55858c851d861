"""Programs with a bolt in them, one for each library. They run as scripts, in their own processes."""
