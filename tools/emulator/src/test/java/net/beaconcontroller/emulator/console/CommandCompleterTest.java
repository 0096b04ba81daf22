package net.beaconcontroller.emulator.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import net.beaconcontroller.emulator.network.Network;
import net.beaconcontroller.emulator.network.NetworkOptions;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandCompleterTest {
    @ParameterizedTest
    @CsvSource(
            delimiterString = " => ",
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "p => pingall ping port",
                "ping  => h1 h2 h3",
                "ping h1 h => h1 h2 h3",
                "! p => pingall ping port",
                "! ping h1 h3 => h3",
                "link s => s1 s2 s3",
                "link h => h1 h2 h3",
                "link s2  => h2 s1 s3",
                "link s2 s3  => down up",
                "link s2 s3 u => up",
                "port s2  => 1 2 3",
                "switch s1 d => down",
                "move h1  => s1 s2 s3",
                "flows s3 => s3"
            })
    void completesCommandsAndNodes(String line, String candidates) throws IOException {
        assertThat(complete(line)).containsExactly(candidates.split(" ", -1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " => ",
            ignoreLeadingAndTrailingWhitespace = false,
            value = {"fly  => ", "ping h1 h2  => ", "sleep  => ", "link s9  => "})
    void hasNoCandidatesForUnknownWords(String line, String none) throws IOException {
        assertThat(complete(line)).isEmpty();
        assertThat(none).isNull();
    }

    @Test
    void completesFileNames(@TempDir Path folder) throws IOException {
        Files.createFile(folder.resolve("check.txt"));
        Files.createDirectory(folder.resolve("checks"));
        Files.createFile(folder.resolve("other.txt"));
        assertThat(complete("source " + folder + "/che")).containsExactly(folder + "/check.txt", folder + "/checks/");
        assertThat(complete("source " + folder + "/nosuch/")).isEmpty();
    }

    private static List<String> complete(String line) throws IOException {
        var nowhere = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
        try (var network = Network.start(NetworkSpec.of("linear,3"), nowhere, NetworkOptions.DEFAULT)) {
            return CommandCompleter.of(network).complete(Arrays.asList(line.split(" ", -1)));
        }
    }
}
