package io.github.belotereferee;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs that users are shown: each compiles, and tells the truth when a server is there to ask. */
final class ProgramsTest {
    private static final String TARGET = System.getenv().getOrDefault("REFEREE_TARGET", "");
    private static final String CLASS_PATH = System.getProperty("java.class.path");
    private static final Pattern ANSWERS = Pattern.compile(
            "may: 7H\\R" + "not: AS play/must_trump \\S.*\\R" + "PRESET_UNKNOWN, known are: .*ffb_classic.*\\R");

    @TempDir
    private Path folder;

    @Test
    void theJavaOfTheReadmeCompiles() throws IOException {
        assertEquals("", compileJava());
    }

    @Test
    void theJavaOfTheReadmeAnswers() throws Exception {
        needsServer();
        compileJava();
        assertMatches(ANSWERS, run("Ask"));
    }

    @Test
    void theKotlinOfTheReadmeCompilesAndAnswers() throws Exception {
        Class<?> compiler = kotlinCompiler();
        assumeTrue(compiler != null, "only with -Pkotlin");
        Path source = write("Ask.kt", "kotlin");
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        Object result = compiler.getMethod("exec", PrintStream.class, String[].class)
                .invoke(compiler.getConstructor().newInstance(), new PrintStream(said), new String[] {
                    "-no-stdlib", "-no-reflect", "-Werror", "-cp", CLASS_PATH, "-d", folder.toString(), source.toString()
                });
        assertEquals("OK", result.toString(), said::toString);
        needsServer();
        assertMatches(ANSWERS, run("AskKt"));
    }

    @Test
    void theExampleDealsUntilACardIsRefused() throws Exception {
        needsServer();
        assertMatches(
                Pattern.compile("WEST deals and turns up \\w\\w\\R"
                        + "SOUTH takes [A-Z]+\\R"
                        + "(?:[A-Z]+ plays \\w\\w\\R)+"
                        + "[A-Z]+ may play(?: \\w\\w)+\\R"
                        + "but not \\w\\w: .+ \\(play/\\w+\\)\\R"),
                run("DealAHand"));
    }

    private static void needsServer() {
        assumeTrue(!TARGET.isEmpty(), "only with REFEREE_TARGET");
    }

    private static void assertMatches(Pattern expected, String printed) {
        assertTrue(expected.matcher(printed).matches(), printed);
    }

    /** What the compiler has to say. */
    private String compileJava() throws IOException {
        Path source = write("Ask.java", "java");
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        ToolProvider.getSystemJavaCompiler()
                .run(null, said, said, "-Xlint:all", "-Werror", "-cp", CLASS_PATH, "-d", folder.toString(), source.toString());
        return said.toString(StandardCharsets.UTF_8);
    }

    /** Writes the only program of the README in a language to a file. */
    private Path write(String name, String language) throws IOException {
        Matcher block = Pattern.compile("^```" + language + "\\R(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE)
                .matcher(Files.readString(Path.of("README.md")));
        assertTrue(block.find(), "no program");
        Path file = Files.writeString(folder.resolve(name), block.group(1));
        assertTrue(!block.find(), "more than one program");
        return file;
    }

    /** Runs a program as its user would, and returns what it prints. */
    private String run(String name) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-cp", folder + System.getProperty("path.separator") + CLASS_PATH, name, TARGET));
        Path printed = folder.resolve("printed");
        Path warned = folder.resolve("warned"); // newer Javas warn of what the transport does
        Process process = new ProcessBuilder(command)
                .redirectError(warned.toFile())
                .redirectOutput(printed.toFile())
                .start();
        try {
            assertTrue(process.waitFor(60, TimeUnit.SECONDS), "it does not end");
        } finally {
            process.destroyForcibly();
        }
        assertEquals(0, process.exitValue(), Files.readString(warned));
        return Files.readString(printed);
    }

    private static Class<?> kotlinCompiler() {
        try {
            return Class.forName("org.jetbrains.kotlin.cli.jvm.K2JVMCompiler");
        } catch (ClassNotFoundException absent) {
            return null;
        }
    }
}
