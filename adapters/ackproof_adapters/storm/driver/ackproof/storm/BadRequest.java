package ackproof.storm;

/** A request that cannot be carried out, by no fault of the class under test. The message says why. */
final class BadRequest extends Exception {
    private static final long serialVersionUID = 1;

    BadRequest(String message) {
        super(message);
    }
}
