"""Programs with a bolt in them, one for each library. They run as scripts, in processes of their own."""
