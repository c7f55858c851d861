package org.apache.storm.tuple;

/** Stands in for the interface of Storm 1.2.2. */
public interface Tuple {}
