package io.github.belotereferee;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.Gson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RetryPolicyTest {
    @Test
    void itIsTheOneOfAllLanguages() throws IOException {
        String text = Files.readString(Path.of("../service_config.json"));
        assertEquals(new Gson().fromJson(text, Map.class), RetryPolicy.SERVICE_CONFIG);
    }
}
