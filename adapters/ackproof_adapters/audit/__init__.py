"""From the logs of a running Storm to the bolt that did not ack: events, trees, causes, and a report of them."""
