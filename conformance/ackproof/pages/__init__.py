"""What people look at in a browser: pages of one file each, rendered from certificates and their witnesses.

`timelines` lays a witness out as lanes and rows, `drawing` places that in pixels, and the templates turn it into HTML.
Nothing here decides anything: a page says what the certificate says.
"""
