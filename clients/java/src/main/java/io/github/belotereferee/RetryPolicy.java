package io.github.belotereferee;

import java.util.List;
import java.util.Map;

/** Which calls are sent again by themselves, and when: the same for the clients of all languages. */
final class RetryPolicy {
    /** The service config of gRPC, its JSON read into maps, where numbers are doubles. */
    static final Map<String, Object> SERVICE_CONFIG = Map.of(
            "methodConfig",
            List.of(Map.of(
                    "name",
                    List.of(Map.of("service", "belote.referee.v1.RefereeService")),
                    "retryPolicy",
                    Map.of(
                            "maxAttempts", 4.0,
                            "initialBackoff", "0.1s",
                            "maxBackoff", "1s",
                            "backoffMultiplier", 2.0,
                            "retryableStatusCodes", List.of("UNAVAILABLE")))));

    private RetryPolicy() {}
}
