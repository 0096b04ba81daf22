package net.beaconcontroller.probe.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.beaconcontroller.cli.CommandResult;
import net.beaconcontroller.core.OpenFlowController;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.hub.Hub;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The output of fuzz and replay with a running Beacon, and the rejection of invalid options. */
class FuzzCommandTest {
    /** A port at which nothing listens. */
    private static final int NOBODY = 1;

    private static final JsonMapper MAPPER = new JsonMapper();
    /** An echo request, answered, and a message of an unknown type, refused. */
    private static final String CASE = """
            openflow 1.3
            0402000800000001   # ECHO_REQUEST
            04ee000800000002
            """;

    private static OpenFlowController controller;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() throws IOException {
        controller = new OpenFlowController(ControllerOptions.onFreePort());
        controller.register("hub", new Hub());
        controller.start();
    }

    @AfterAll
    static void stop() {
        controller.close();
    }

    private static CommandResult probe(int port, String... words) {
        var line = new ArrayList<>(List.of("probe"));
        line.addAll(List.of(words));
        line.addAll(List.of("--controller", "127.0.0.1:" + port));
        return CommandResult.of(line.toArray(String[]::new));
    }

    private static CommandResult probe(String... words) throws IOException {
        return probe(controller.address().getPort(), words);
    }

    @Test
    void replayPrintsTheVerdict() throws Exception {
        Path file = Files.writeString(folder.resolve("case.txt"), CASE);

        CommandResult outcome = probe("replay", file.toString());

        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        assertThat(outcome.out()).containsPattern("fuzz/sequence +ignored .*BAD_REQUEST/BAD_TYPE");
    }

    @Test
    void replayPrintsJson() throws Exception {
        Path file = Files.writeString(folder.resolve("case.txt"), CASE);

        CommandResult outcome = probe("replay", file.toString(), "--json", "--allow", "refused");

        assertThat(outcome.exitCode()).as(outcome.err()).isEqualTo(1);
        JsonNode run = MAPPER.readTree(outcome.out()).get("runs").get(0);
        assertThat(run.get("openflow").asString()).isEqualTo("1.3");
        assertThat(run.get("cases").get(0).get("verdict").asString()).isEqualTo("ignored");
    }

    @Test
    void replayRejectsAFileThatIsNoCase() throws Exception {
        Path file = Files.writeString(folder.resolve("case.txt"), "openflow 1.3\n04 zz\n");

        probe("replay", file.toString()).assertRefused(file + ", line 2: '04 zz': needs ");
        probe("replay", "missing.txt").assertRefused("missing.txt: no such file");
    }

    @Test
    void fuzzPrintsALinePerVersion() throws Exception {
        CommandResult outcome =
                probe("fuzz", "--seconds", "1", "--openflow", "1.0,1.5", "--pid", pid(), "--out", folder.toString());

        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        assertThat(outcome.out())
                .containsPattern("OpenFlow 1.0: \\d+ sequences, .* per second: .* ignored.*; 0 findings, 0 repeated; ")
                .containsPattern("OpenFlow 1.5: ")
                .containsPattern("  memory [\\d,]+ to [\\d,]+ kB, threads \\d+ to \\d+, files \\d+ to \\d+");
    }

    @Test
    void fuzzPrintsJson() throws Exception {
        CommandResult outcome =
                probe("fuzz", "--seconds", "1", "--openflow", "1.3", "--json", "--out", folder.toString());

        assertThat(outcome.exitCode()).as(outcome.err() + outcome.out()).isZero();
        JsonNode object = MAPPER.readTree(outcome.out());
        assertThat(object.get("openflow").asString()).isEqualTo("1.3");
        assertThat(object.get("sequences").asInt()).isPositive();
        assertThat(object.get("findings").asInt()).isZero();
        assertThat(object.get("failure").asString()).isEmpty();
        assertThat(object.propertyNames()).contains("verdicts", "messages", "repeated", "residentKilobytes");
    }

    @Test
    void withoutAControllerTheCommandFails() throws Exception {
        Path file = Files.writeString(folder.resolve("case.txt"), CASE);

        CommandResult fuzz = probe(NOBODY, "fuzz", "--openflow", "1.3", "--out", folder.toString());
        assertThat(fuzz.exitCode()).isEqualTo(1);
        assertThat(fuzz.out())
                .contains("0 sequences")
                .containsPattern("ended early: .* does not serve a correct switch");

        CommandResult replay = probe(NOBODY, "replay", file.toString());
        assertThat(replay.exitCode()).isEqualTo(1);
        assertThat(replay.out()).containsPattern("failed: .* does not serve a correct switch");
    }

    @Test
    void fuzzRejectsAFolderThatCannotBeCreated() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "");

        probe("fuzz", "--out", file.toString()).assertRefused("--out " + file + ": cannot create this folder: ");
    }

    @ParameterizedTest
    @CsvSource({
        "fuzz --seconds 0, --seconds 0.0: needs more than 0",
        "fuzz --allow bad, --allow bad: needs one of",
        "fuzz --openflow 1.1, --openflow 1.1: needs any of",
    })
    void rejectsAnInvalidOption(String line, String error) throws Exception {
        probe(line.split(" ", -1)).assertRefused(error);
    }

    private static String pid() {
        return Long.toString(ProcessHandle.current().pid());
    }
}
