import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UnsupportedEncodingException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An acker on the JVM as a program that ackproof talks to: a JSON object a line, on standard input and output.
 *
 * <p>Implement {@link Acker} around an acker, and serve it:
 *
 * <pre>
 * public static void main(String[] arguments) throws IOException {
 *     Ackproof.serve("my-acker", "1.0", Ackproof.PROFILES, Ackproof.OPERATIONS, MyAcker::new);
 * }
 * </pre>
 *
 * <p>This is the whole library. It needs Java 8 and nothing else, and is to be copied. There is no need to change it.
 */
public final class Ackproof {
    /** The profiles that there are. An acker claims those that it has. */
    public static final List<String> PROFILES = list("storm1", "storm2");

    /** The operations that there are. An acker has at least the first three. */
    public static final List<String> OPERATIONS = list("init", "ack", "fail", "reset-timeout", "tick");

    private static final int PROTOCOL = 1;

    private Ackproof() {}

    /**
     * What an acker is told, by one thread. Each method returns when the acker has acted, and what the acker says
     * meanwhile goes to the {@link Sender} that it was made with. An exception is reported as the target's error.
     */
    public interface Acker {
        /** Begin a tree: {@code value} is the xor of its first edges, {@code task} the spout task that is told. */
        void init(long root, long value, int task);

        /** Close the edge of a tuple and open those of its children: {@code value} is the xor of them all. */
        void ack(long root, long value);

        /** Give a tree up. */
        void fail(long root);

        /** Give a tree its full time again. An acker that has no such message leaves it out of its operations. */
        default void resetTimeout(long root) {
            throw new UnsupportedOperationException("reset-timeout");
        }

        /** Rotate once: what the timer would do. An acker that forgets nothing leaves it out of its operations. */
        default void tick() {
            throw new UnsupportedOperationException("tick");
        }
    }

    /** Takes what an acker says to a spout task, as an output collector does. */
    public interface Sender {
        /** Tell a spout task of a root; {@code kind} is {@code "ack"}, {@code "fail"} or {@code "reset-timeout"}. */
        void send(String kind, long root, int task);
    }

    /** Makes an acker that knows nothing yet. */
    public interface Factory {
        /** Return a new acker of a profile, which says what it has to say to this sender. */
        Acker open(String profile, Sender sender);
    }

    /** Answer requests until there are no more, for an acker that claims no capability. */
    public static void serve(
            String name, String version, List<String> profiles, List<String> operations, Factory factory)
            throws IOException {
        serve(name, version, profiles, operations, Collections.<String>emptyList(), factory);
    }

    /**
     * Answer requests until there are no more.
     *
     * @param name what the acker is called in certificates
     * @param version what is certified: a release, or a commit
     * @param profiles those of {@link #PROFILES} that the acker has
     * @param operations those of {@link #OPERATIONS} that the acker has; no others are sent
     * @param capabilities what it claims besides, such as {@code "assumes-init-first"}, by the names of the protocol
     * @param factory makes the acker, anew for each history
     */
    public static void serve(
            String name,
            String version,
            List<String> profiles,
            List<String> operations,
            List<String> capabilities,
            Factory factory)
            throws IOException {
        PrintStream replies = utf8(System.out);
        System.setOut(System.err); // only replies go to standard output, whatever the acker prints
        BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        Conversation conversation = new Conversation(factory);
        for (String line = requests.readLine(); line != null; line = requests.readLine()) {
            Map<String, Object> reply;
            try {
                Map<?, ?> request = (Map<?, ?>) new Json(line).whole();
                if ("stop".equals(request.get("cmd"))) {
                    return;
                }
                reply = "start".equals(request.get("cmd"))
                        ? description(request, name, version, profiles, operations, capabilities)
                        : conversation.answer(request);
            } catch (RuntimeException error) {
                error.printStackTrace();
                reply = object("error", error.toString());
            }
            StringBuilder text = new StringBuilder();
            Json.write(reply, text);
            replies.print(text.append('\n'));
            replies.flush();
        }
    }

    private static Map<String, Object> description(
            Map<?, ?> request,
            String name,
            String version,
            List<String> profiles,
            List<String> operations,
            List<String> capabilities) {
        if (((Number) request.get("oldest")).intValue() > PROTOCOL) {
            return object("error", "this speaks version " + PROTOCOL + " of the protocol");
        }
        Map<String, Object> told = object("protocol", PROTOCOL);
        told.put("name", name);
        told.put("version", version);
        told.put("language", "java");
        told.put("components", list("acker"));
        told.put("profiles", profiles);
        told.put("operations", operations);
        told.put("capabilities", capabilities);
        told.put("evidence", object("java", System.getProperty("java.version")));
        return told;
    }

    /** One acker at a time, and what it has said. */
    private static final class Conversation implements Sender {
        private final Factory factory;
        private Acker acker;
        private List<Object> said = new ArrayList<>();

        Conversation(Factory factory) {
            this.factory = factory;
        }

        @Override
        public void send(String kind, long root, int task) {
            Map<String, Object> notification = object("kind", kind);
            notification.put("root", Long.toString(root)); // a string: as a JSON number it would lose bits past 2^53
            notification.put("task", task);
            said.add(notification);
        }

        Map<String, Object> answer(Map<?, ?> request) {
            Object command = request.get("cmd");
            if ("open".equals(command)) {
                acker = null; // whatever comes of this, what was open is not
                acker = factory.open((String) ((Map<?, ?>) request.get("config")).get("profile"), this);
                return object("ok", true);
            }
            if ("apply".equals(command)) {
                if (acker == null) {
                    return object("error", "nothing is open");
                }
                List<Object> results = new ArrayList<>();
                for (Object operation : (List<?>) request.get("operations")) {
                    said = new ArrayList<>();
                    apply((Map<?, ?>) operation);
                    results.add(object("notifications", said));
                }
                return object("results", results);
            }
            return object("error", "no command " + command);
        }

        private void apply(Map<?, ?> operation) {
            String name = (String) operation.get("op");
            switch (name) {
                case "init":
                    int task = ((Number) operation.get("task")).intValue();
                    acker.init(id(operation, "root"), id(operation, "value"), task);
                    break;
                case "ack":
                    acker.ack(id(operation, "root"), id(operation, "value"));
                    break;
                case "fail":
                    acker.fail(id(operation, "root"));
                    break;
                case "reset-timeout":
                    acker.resetTimeout(id(operation, "root"));
                    break;
                case "tick":
                    acker.tick();
                    break;
                default:
                    throw new IllegalArgumentException("no operation " + name);
            }
        }

        private static long id(Map<?, ?> operation, String field) {
            return Long.parseLong((String) operation.get(field));
        }
    }

    /** What the protocol needs of JSON: objects are maps, arrays lists, numbers longs or doubles. */
    private static final class Json {
        private final String text;
        private int at;

        Json(String text) {
            this.text = text;
        }

        Object whole() {
            Object value = value();
            if (next() != '\0') {
                throw wrong();
            }
            return value;
        }

        private Object value() {
            switch (next()) {
                case '{':
                    return members();
                case '[':
                    return elements();
                case '"':
                    return string();
                default:
                    return word();
            }
        }

        private Map<String, Object> members() {
            Map<String, Object> members = new LinkedHashMap<>();
            expect('{');
            while (next() != '}') {
                if (!members.isEmpty()) {
                    expect(',');
                }
                next();
                String name = string();
                expect(':');
                members.put(name, value());
            }
            at++;
            return members;
        }

        private List<Object> elements() {
            List<Object> elements = new ArrayList<>();
            expect('[');
            while (next() != ']') {
                if (!elements.isEmpty()) {
                    expect(',');
                }
                elements.add(value());
            }
            at++;
            return elements;
        }

        private String string() {
            StringBuilder letters = new StringBuilder();
            expect('"');
            for (char letter = take(); letter != '"'; letter = take()) {
                letters.append(letter == '\\' ? escaped(take()) : letter);
            }
            return letters.toString();
        }

        private char escaped(char letter) {
            switch (letter) {
                case 'b':
                    return '\b';
                case 'f':
                    return '\f';
                case 'n':
                    return '\n';
                case 'r':
                    return '\r';
                case 't':
                    return '\t';
                case 'u':
                    at += 4;
                    return (char) Integer.parseInt(text.substring(at - 4, at), 16);
                default:
                    return letter;
            }
        }

        private Object word() {
            int from = at;
            while (at < text.length() && ",:]} \t".indexOf(text.charAt(at)) < 0) {
                at++;
            }
            String word = text.substring(from, at);
            switch (word) {
                case "null":
                    return null;
                case "true":
                    return true;
                case "false":
                    return false;
                default:
                    return word.matches("-?[0-9]{1,18}") ? (Object) Long.valueOf(word) : Double.valueOf(word);
            }
        }

        /** The next character that is no blank, which stays; or a zero at the end. */
        private char next() {
            while (at < text.length() && " \t\r".indexOf(text.charAt(at)) >= 0) {
                at++;
            }
            return at < text.length() ? text.charAt(at) : '\0';
        }

        private void expect(char letter) {
            if (next() != letter) {
                throw wrong();
            }
            at++;
        }

        private char take() {
            if (at == text.length()) {
                throw wrong();
            }
            return text.charAt(at++);
        }

        private IllegalArgumentException wrong() {
            return new IllegalArgumentException("a request that is no JSON, at character " + at);
        }

        static void write(Object value, StringBuilder text) {
            if (value instanceof Map) {
                String before = "{";
                for (Map.Entry<?, ?> member : ((Map<?, ?>) value).entrySet()) {
                    text.append(before);
                    write(member.getKey(), text);
                    text.append(':');
                    write(member.getValue(), text);
                    before = ",";
                }
                text.append("}");
            } else if (value instanceof List) {
                String before = "";
                text.append('[');
                for (Object element : (List<?>) value) {
                    text.append(before);
                    write(element, text);
                    before = ",";
                }
                text.append(']');
            } else if (value instanceof String) {
                text.append('"');
                for (char letter : ((String) value).toCharArray()) {
                    boolean plain = letter >= ' ' && letter < 0x7f && letter != '"' && letter != '\\';
                    text.append(plain ? String.valueOf(letter) : String.format("\\u%04x", (int) letter));
                }
                text.append('"');
            } else {
                text.append(value);
            }
        }
    }

    private static Map<String, Object> object(String name, Object value) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put(name, value);
        return object;
    }

    private static List<String> list(String... names) {
        return Collections.unmodifiableList(Arrays.asList(names));
    }

    private static PrintStream utf8(PrintStream stream) throws UnsupportedEncodingException {
        return new PrintStream(stream, false, "UTF-8");
    }
}
