"""Options for short-lived JVMs: a serial garbage collector, and only the fast compiler."""

JAVA = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
JAVAC = tuple(f"-J{option}" for option in JAVA)
