package net.beaconcontroller.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.beaconcontroller.cli.CommandResult;
import net.beaconcontroller.runtime.Settings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class DoctorCommandTest {
    private static final String LOCAL = "controller.listen=127.0.0.1:0";

    @TempDir
    private Path folder;

    @Test
    void findsNoProblemWhereTheControllerStarts() {
        CommandResult result = doctor(LOCAL);
        assertThat(result.err()).isEmpty();
        assertThat(result.out().lines().skip(1)).noneMatch(line -> line.contains(" problem "));
        assertThat(result.exitCode()).isZero();
    }

    @Test
    void saysThatSwitchesOfOtherMachinesCannotConnect() {
        assertThat(doctor(LOCAL).out())
                .contains("reach", "only switches on this machine can connect")
                .contains("    controller.listen = \"0.0.0.0:6653\"");
        assertThat(doctor("controller.listen=0.0.0.0:0").out())
                .contains("any machine that reaches this port can connect as a switch", "    beacon tls init");
        assertThat(doctor("controller.listen=0.0.0.0:0", "controller.switches=1")
                        .out())
                .contains("switches of the list may connect");
    }

    @Test
    void refusesAnAddressThatAnotherProgramUses() throws IOException {
        try (var other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(other.getLocalPort());
            CommandResult result = doctor("controller.listen=127.0.0.1:" + port);
            assertThat(result.exitCode()).isEqualTo(1);
            assertThat(result.out())
                    .containsPattern("switches +problem +127.0.0.1:" + port + " cannot be opened")
                    .contains("    ss -ltnp 'sport = :" + port + "'");
        }
    }

    @Test
    void namesTheControllerThatUsesTheAddress() throws IOException {
        try (var controller = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            long process = ProcessHandle.current().pid();
            Files.writeString(folder.resolve("lock"), Long.toString(process));
            assertThat(doctor("controller.listen=127.0.0.1:" + controller.getLocalPort())
                            .out())
                    .containsPattern("switches +ok .* a controller runs \\(process " + process + "\\)");
        }
    }

    @Test
    void refusesAClockThatIsBeforeTheData() throws IOException {
        Path store = Files.createFile(folder.resolve("store.db"));
        Files.setLastModifiedTime(store, FileTime.from(Instant.now().plus(Duration.ofDays(1))));
        CommandResult result = doctor(LOCAL);
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.out()).containsPattern("clock +problem ").contains("Set the clock");
    }

    @Test
    void reportsEachWrongSettingOfTheFile() throws IOException {
        Path file = Files.writeString(folder.resolve("beacon.conf"), "io.lops = 4\nio.read-buffer = 1\n");
        CommandResult result = CommandResult.of("doctor", "--config", file.toString());
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.out())
                .contains("io.lops = 4", "there is no such setting; did you mean io.loops?")
                .contains("io.read-buffer = 1");
    }

    @Test
    void printsTheCommandsThatLetOpenVSwitchConnect() throws IOException {
        makeOvsVsctl("echo br7");
        assertThat(withOpenVSwitch())
                .containsExactly(
                        "To let one connect:",
                        "    ovs-vsctl set bridge br7 protocols=OpenFlow10,OpenFlow13,OpenFlow15",
                        "    ovs-vsctl set-controller br7 tcp:127.0.0.1:6653");
        makeOvsVsctl("");
        assertThat(withOpenVSwitch())
                .contains(
                        "    ovs-vsctl add-br br0 -- set bridge br0 protocols=OpenFlow10,OpenFlow13,OpenFlow15",
                        "    ovs-vsctl set-controller br0 tcp:127.0.0.1:6653");
    }

    @Test
    void findsTheBridgeThatConnectsHere() throws IOException {
        makeOvsVsctl("case \"$*\" in *get-controller*) echo tcp:127.0.0.1:6653 ;; *) echo br0 ;; esac");
        assertThat(withOpenVSwitch()).isEmpty();
        makeOvsVsctl("case \"$*\" in *get-controller*) echo tcp:127.0.0.1:66 ;; *) echo br0 ;; esac");
        assertThat(withOpenVSwitch()).isNotEmpty();
    }

    @Test
    void tellsToStartAnOpenVSwitchThatDoesNotAnswer() throws IOException {
        makeOvsVsctl("exit 1");
        assertThat(withOpenVSwitch()).containsExactly("    systemctl start openvswitch-switch");
    }

    /** Returns the advice about Open vSwitch, whose command is in the folder. */
    private List<String> withOpenVSwitch() {
        Settings settings = Settings.read(
                null, Map.of("controller.listen", "127.0.0.1:6653", "data.folder", folder.toString()), Map.of());
        return new Doctor(settings, new Programs(folder.toString()))
                .examine().stream()
                        .filter(finding -> finding.check().equals("Open vSwitch"))
                        .findFirst()
                        .orElseThrow()
                        .advice();
    }

    private void makeOvsVsctl(String script) throws IOException {
        Path file = Files.writeString(folder.resolve("ovs-vsctl"), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    private CommandResult doctor(String... settings) {
        var arguments =
                new ArrayList<>(List.of("doctor", "--data", folder.toString(), "-D", "http.listen=127.0.0.1:0"));
        for (String setting : settings) {
            arguments.addAll(List.of("-D", setting));
        }
        return CommandResult.of(arguments.toArray(String[]::new));
    }
}
