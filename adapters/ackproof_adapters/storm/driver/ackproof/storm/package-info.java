/**
 * A process that drives the real acker and the real RotatingMap of one Storm release, and speaks the JSON-lines
 * protocol of ackproof about them on stdin and stdout.
 *
 * <p>One driver serves all releases: it is compiled without Storm, and finds Storm's classes by name in jars that it is
 * given when it starts. From a line to the class under test: {@link ackproof.storm.Conversation} (the protocol),
 * {@link ackproof.storm.AckerAndMap} (what can be opened), {@link ackproof.storm.AckerComponent} and
 * {@link ackproof.storm.MapComponent} (JSON to calls, and back), {@link ackproof.storm.RealAcker} and
 * {@link ackproof.storm.RealRotatingMap} (the calls, by reflection).
 */
package ackproof.storm;
