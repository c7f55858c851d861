package org.apache.storm.topology;

/** Stands in for the interface of Storm 1.2.2. */
public interface IRichSpout {}
