package net.beaconcontroller.probe.command;

import static org.assertj.core.api.Assertions.assertThat;

import net.beaconcontroller.cli.CommandResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RobustnessCommandTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--openflow 1.1 | --openflow 1.1: needs any of 1.0, 1.2, 1.3, 1.4 and 1.5",
                "--case nosuch/* | --case nosuch/*: matches no case; --list lists them",
                "--allow good | --allow good: needs one of [refused, ignored, closed, obeyed, stuck, disturbed, died]",
                "--closing-time 0 | --closing-time 0.0: needs more than 0",
                "--pid 1 | --pid needs --controller",
            })
    void rejectsAWrongOption(String options, String message) {
        CommandResult.ofLine("probe robustness " + options).assertRefused(message, "beacon probe robustness");
    }

    @Test
    void listsTheSelectedCases() {
        CommandResult result = CommandResult.ofLine("probe robustness --list --case study/v*");

        assertThat(result.exitCode()).isZero();
        assertThat(result.out().lines()).hasSize(3).anyMatch(line -> line.startsWith("study/version-paced"));
    }
}
