package net.beaconcontroller.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import net.beaconcontroller.core.OpenFlowController;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.learningswitch.LearningSwitch;
import net.beaconcontroller.openflow.Version;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scenarios that a user writes, and those in docs/probe.md. */
class ScenarioFileTest {
    private static final Path DOCUMENT = Path.of("../../docs/probe.md");
    private static final Pattern BLOCK = Pattern.compile("```java\\n(.*?class (\\w+) .*?)```", Pattern.DOTALL);
    private static final String CLASS_PATH =
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));

    @TempDir
    private Path folder;

    @Test
    void theScenarioOfTheDocumentationRuns() throws Exception {
        var blocks = BLOCK.matcher(Files.readString(DOCUMENT));
        assertThat(blocks.find()).isTrue();
        Path file = Files.writeString(folder.resolve(blocks.group(2) + ".java"), blocks.group(1));

        List<CraftedMessage> sent = run(file);

        assertThat(sent).hasSize(100);
    }

    private static List<CraftedMessage> run(Path file) throws Exception {
        var sent = new ArrayList<CraftedMessage>();
        try (var controller = new OpenFlowController(ControllerOptions.onFreePort());
                ScenarioFile compiled = ScenarioFile.compile(file, CLASS_PATH)) {
            controller.register("learningswitch", new LearningSwitch());
            controller.start();
            try (var probe =
                    new Probe(controller.address(), Version.OF13, Duration.ofSeconds(5), 1, new Recorder(sent))) {
                compiled.scenario().run(probe);
            }
        }
        return sent;
    }

    @Test
    void anErrorOfTheFileIsReportedWithItsLine() throws Exception {
        Path file = Files.writeString(folder.resolve("Wrong.java"), "class Wrong {\n    int x = y;\n}\n");

        assertThatThrownBy(() -> ScenarioFile.compile(file, CLASS_PATH))
                .isInstanceOf(ScenarioFile.CompilationFailedException.class)
                .hasMessageContaining("Wrong.java:2: cannot find symbol");
    }

    @Test
    void aClassThatIsNoScenarioIsRefused() throws Exception {
        Path file = Files.writeString(folder.resolve("Other.java"), "class Other {}\n");

        assertThatThrownBy(() -> ScenarioFile.compile(file, CLASS_PATH))
                .hasMessageContaining("needs a class Other that implements Scenario");
    }

    @Test
    void aFileThatDoesNotExistIsRefused() {
        assertThatThrownBy(() -> ScenarioFile.compile(folder.resolve("None.java"), CLASS_PATH))
                .hasMessageContaining("no such file");
    }

    private record Recorder(List<CraftedMessage> sent) implements Traffic {
        @Override
        public void sent(ProbeSwitch from, CraftedMessage message) {
            sent.add(message);
        }
    }
}
