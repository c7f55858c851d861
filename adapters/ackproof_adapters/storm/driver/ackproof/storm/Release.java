package ackproof.storm;

import com.google.gson.Gson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * All that the driver has to know about a release of Storm; written by the Python side, from its table of versions.
 *
 * @param api the package that holds {@code tuple.Tuple} and {@code task.OutputCollector}
 * @param acker the class of the acker
 * @param rotatingMap the class of the map that this acker keeps its records in
 * @param pending the fields that lead from the acker to that map, one after the other
 */
record Release(
        String name,
        String version,
        String language,
        List<String> profiles,
        List<String> operations,
        String api,
        String acker,
        String rotatingMap,
        List<String> pending,
        List<Jar> jars) {

    /** A jar that is loaded, and the SHA-256 that it was found to have. */
    record Jar(String path, String sha256) {}

    static Release read(Path file) throws IOException {
        return new Gson().fromJson(Files.readString(file), Release.class);
    }
}
