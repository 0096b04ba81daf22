package net.beaconcontroller.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.beaconcontroller.labkit.BeaconProcess;
import net.beaconcontroller.labkit.BeaconProcess.CommandResult;
import net.beaconcontroller.labkit.NeedsOpenVSwitch;
import net.beaconcontroller.labkit.OvsLab;
import net.beaconcontroller.labkit.RestClient;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.json.JsonMapper;

/** Two controllers of the same switches, of which one is master: each takes over from the other during traffic. */
@NeedsOpenVSwitch
@Execution(ExecutionMode.CONCURRENT)
@Order(1)
class TakeOverTest {
    private static final JsonMapper MAPPER = JsonMapper.shared();
    private static final int SWITCHES = 4;
    /** Longer than the time after which a controller deletes the flows of the other that are on no path. */
    private static final Duration DELETION = Duration.ofSeconds(25);

    @TempDir
    private Path folder;

    /** A controller, with the folder that has its token. */
    private record Controller(OvsLab lab, BeaconProcess process, Path data) implements AutoCloseable {
        static Controller start(OvsLab lab, Path data, String role) {
            BeaconProcess process = BeaconProcess.startInWith(
                    lab,
                    "--apps",
                    "topology,devices,routing",
                    "-D",
                    "data.folder=" + data,
                    "-D",
                    "controller.role=" + role);
            return new Controller(lab, process, data);
        }

        CommandResult run(String... command) {
            var words = new ArrayList<>(List.of(command));
            words.addAll(List.of(
                    "--url",
                    process.url(),
                    "--token-file",
                    data.resolve("token").toString()));
            return BeaconProcess.commandIn(lab, words);
        }

        void takeOver() {
            CommandResult result = run("role", "all", "master");
            assertThat(result.exitCode()).as(result.output()).isZero();
            awaitSwitches("active");
        }

        void awaitSwitches(String state) {
            RestClient rest = process.rest(data);
            await().untilAsserted(() -> assertThat(MAPPER.readTree(rest.get("v1/switches?state=" + state)))
                    .as(process::toString)
                    .hasSize(SWITCHES));
        }

        @Override
        public void close() {
            process.close();
        }
    }

    @Test
    void losesNoPingWhenControllersTakeOver() throws Exception {
        try (OvsLab lab = OvsLab.build("ring," + SWITCHES, "OpenFlow13 OpenFlow15");
                Controller first = Controller.start(lab, folder.resolve("first"), "master");
                Controller second = Controller.start(lab, folder.resolve("second"), "slave")) {
            lab.connectToAll(first.process.port(), second.process.port());
            first.awaitSwitches("active");
            second.awaitSwitches("standby");
            await().untilAsserted(() -> assertThat(first.process.countOf("topology: 4 switches, 4 links, 4 edges;"))
                    .isPositive());
            assertThat(lab.pingAll().failed()).as(first.process::toString).isEmpty();

            try (PingCommand there = PingCommand.start(lab, 1, 3);
                    PingCommand back = PingCommand.start(lab, 4, 2)) {
                second.takeOver();
                first.awaitSwitches("standby");
                first.takeOver();
                second.awaitSwitches("standby");
                second.takeOver();
                await().pollInterval(Duration.ofSeconds(1))
                        .during(DELETION)
                        .atMost(DELETION.multipliedBy(2))
                        .until(() -> lab.switches()
                                .noneMatch(sw -> lab.tables().flows(sw).isEmpty()));
                there.assertNothingIsLost();
                back.assertNothingIsLost();
            }
            first.awaitSwitches("standby");
            assertThat(lab.pingAll().failed()).as(second.process::toString).isEmpty();

            for (String sw : List.of("1", "2")) {
                CommandResult stale = first.run("role", sw, "master", "--generation", "0");
                assertThat(stale.exitCode()).isEqualTo(1);
                assertThat(stale.output())
                        .contains("switch 000000000000000" + sw + " refused the role master: generation id 0 is stale;"
                                + " the current one is 3");
            }
        }
    }
}
