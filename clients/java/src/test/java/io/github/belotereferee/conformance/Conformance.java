package io.github.belotereferee.conformance;

import io.github.belotereferee.Referee;
import io.github.belotereferee.conformance.v1.ConformanceSuite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Replays a file of vectors: {@code Conformance VECTORS-FILE HOST:PORT}. */
public final class Conformance {
    private Conformance() {}

    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 2) {
            System.err.println("usage: Conformance VECTORS-FILE HOST:PORT");
            System.exit(2);
        }
        ConformanceSuite suite = ConformanceSuite.parseFrom(Files.readAllBytes(Path.of(arguments[0])));
        try (Referee referee = Referee.builder(arguments[1]).deadline(Duration.ofSeconds(10)).build()) {
            if (Replay.of(suite, referee, System.out)) {
                return;
            }
        }
        System.exit(1);
    }
}
