/**
 * Topologies that run in a LocalCluster, and write down what they do.
 *
 * <p>{@link Main} takes an order for each topology, {@link Journal} keeps what happened, {@link Watcher} is the hook that every task
 * has, and {@link Source}, {@link SourceSpout}, {@link WorkBolt} and {@link BasicWorkBolt} are what the topology is made of. All of it
 * compiles against Storm 1 and Storm 2, which is why the types of Storm's maps are raw.
 */
package ackproof.storm.local;
