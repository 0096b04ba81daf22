package net.beaconcontroller.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.impl.driver.Driver;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The JavaScript of the page and of the pages of applications: the types in its comments are checked by TypeScript, and
 * the modules without elements have unit tests in {@code web/src/test/js}. Node comes with the driver of the browser.
 */
class JavaScriptTest {
    private static final Path TESTS = Path.of(System.getProperty("basedir", ""), "../../web/src/test/js");
    private static final String TYPESCRIPT = "/META-INF/resources/webjars/typescript/5.9.3/lib/";

    @TempDir
    private Path folder;

    @Test
    void hasNoTypeErrors() throws Exception {
        extractTypeScript();
        assertThat(node(List.of(folder.resolve("tsc.js").toString(), "--project", ".", "--pretty", "false")))
                .as("errors of types")
                .isEmpty();
    }

    @Test
    void passesItsUnitTests() throws Exception {
        try (Stream<Path> files = Files.list(TESTS)) {
            List<String> tests = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".test.js"))
                    .sorted()
                    .toList();
            String output = node(Stream.concat(Stream.of("--test", "--test-reporter=spec"), tests.stream())
                    .toList());
            assertThat(output).contains("fail 0").doesNotContain("pass 0");
        }
    }

    /** Copies the compiler and the types of the browser's objects from their JAR file. */
    private void extractTypeScript() throws IOException, URISyntaxException {
        URL compiler = Objects.requireNonNull(JavaScriptTest.class.getResource(TYPESCRIPT + "tsc.js"));
        URI jar = URI.create(compiler.toURI().toString().replaceFirst("!.*", "!/"));
        try (FileSystem system = FileSystems.newFileSystem(jar, Map.of());
                Stream<Path> files = Files.list(system.getPath(TYPESCRIPT))) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                Files.copy(file, folder.resolve(file.getFileName().toString()));
            }
        }
    }

    /** Runs Node in the folder of the tests, and returns its output. */
    private static String node(List<String> arguments) throws IOException, InterruptedException {
        Driver driver = Driver.ensureDriverInstalled(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1"), false);
        String node = driver.createProcessBuilder().command().getFirst();
        Process process = new ProcessBuilder(
                        Stream.concat(Stream.of(node), arguments.stream()).toList())
                .directory(TESTS.toFile())
                .redirectErrorStream(true)
                .start();
        try {
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int status = process.waitFor();
            return status == 0 ? output : output + "\nnode: exit status " + status;
        } finally {
            process.destroyForcibly();
        }
    }
}
