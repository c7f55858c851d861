import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What the acker does in three short histories. {@code ackproof certify} tries thousands. */
public final class MyAckerTest {
    private final List<String> said = new ArrayList<>();
    private final Ackproof.Acker acker;

    private MyAckerTest(String profile) {
        acker = new MyAcker(profile, (kind, root, task) -> said.add(kind + " " + root + " to " + task));
    }

    private void aTreeIsDoneWhenEachEdgeWasToldOfTwice() {
        acker.ack(5, 17 ^ 9); // it overtook the init of its tree
        acker.init(5, 17, 7);
        expect();
        acker.ack(5, 9);
        expect("ack 5 to 7");
    }

    private void aFailBeforeTheInitIsRemembered() {
        acker.fail(6);
        expect();
        acker.init(6, 3, 0);
        expect("fail 6 to 0");
    }

    private void aRecordIsForgottenAfterEnoughTicks() {
        acker.init(8, 3, 7);
        for (int i = 0; i < 3; i++) {
            acker.tick();
        }
        acker.ack(8, 3); // it begins a new record
        expect();
    }

    private void expect(String... notifications) {
        if (!said.equals(Arrays.asList(notifications))) {
            throw new AssertionError("said " + said + "; expected " + Arrays.toString(notifications));
        }
    }

    public static void main(String[] arguments) {
        for (String profile : Ackproof.PROFILES) {
            new MyAckerTest(profile).aTreeIsDoneWhenEachEdgeWasToldOfTwice();
            new MyAckerTest(profile).aFailBeforeTheInitIsRemembered();
            new MyAckerTest(profile).aRecordIsForgottenAfterEnoughTicks();
        }
        System.out.println("3 tests passed under " + Ackproof.PROFILES);
    }
}
