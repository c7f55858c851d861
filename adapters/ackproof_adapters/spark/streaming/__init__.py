"""`track_stream`: a stream of messages, with acker tasks that outlive a micro-batch."""
