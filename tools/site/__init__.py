"""The site: specification and documentation as pages, and a page for each rule. `python -m tools.site` builds it."""
