/**
 * The executors, collectors and acker of Storm 2, driven in one thread. Compiled against the release, and added to the
 * driver's own package, whose conversation it holds.
 *
 * <p>{@link ackproof.storm.Stack} opens the components: {@link ackproof.storm.SpoutComponent} has a SpoutExecutor,
 * {@link ackproof.storm.AnchoringComponent} and {@link ackproof.storm.StackAcker} a BoltExecutor each, in
 * {@link ackproof.storm.Bolts}. What an executor finds around it is {@link ackproof.storm.Worker}, made of
 * {@link ackproof.storm.StandIns}: all that is not real is there.
 */
package ackproof.storm;
