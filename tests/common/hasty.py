"""Options of JVMs that live for seconds: they look for garbage beside no work, and compile their own code in haste."""

JAVA = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
JAVAC = tuple(f"-J{option}" for option in JAVA)
