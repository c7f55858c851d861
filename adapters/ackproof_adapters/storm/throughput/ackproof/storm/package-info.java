/** Calls the acker of a release as fast as one thread can. Unlike the driver, this is compiled against the release. */
package ackproof.storm;
