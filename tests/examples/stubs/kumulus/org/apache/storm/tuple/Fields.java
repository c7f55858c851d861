package org.apache.storm.tuple;

/** Stands in for the class of Storm 1.2.2. */
public class Fields {
    public Fields(String... fields) {}
}
