package net.beaconcontroller.openflow.entry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.check.Capabilities;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EntryChecksTest {
    private static List<EntryProblem> errors(String file) {
        return EntryChecks.check(EntryFile.parse(file)).stream()
                .filter(EntryProblem::isError)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"flow: actions=enqueue:1:2", "group: group_id=1,bucket=output:1", "flow: actions=drop"})
    void acceptsWhatOneVersionCanExpress(String line) {
        assertThat(errors(line)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            flow of 1.0: actions=group:1                          | actions[0].group
            flow of 1.3: actions=enqueue:1:2                      | actions[0].enqueue
            flow of 1.3: importance=3,actions=drop                | importance
            flow of 1.0: table=1,actions=drop                     | table_id
            flow: actions=group:9                                 | actions[0].group
            flow: actions=meter:9,output:1                        | instructions.meter
            flow of 1.5: actions=meter:9,output:1                 | actions[0].meter
            flow of 1.5: actions=meter:0,output:1                 | actions[0].meter
            flow of 1.5: actions=meter:9                          | actions[0].meter
            flow: table=7,actions=goto_table:7                    | instructions.goto_table
            group: group_id=1,type=indirect,bucket=output:1,bucket=output:2 | buckets
            group: group_id=1,type=all,bucket=group:1             | buckets[0].actions[0].group
            """)
    void refusesAWrongEntryWithItsField(String line, String field) {
        assertThat(errors(line)).isNotEmpty().first().satisfies(problem -> {
            assertThat(problem.field()).isEqualTo(field);
            assertThat(problem.line()).isEqualTo(1);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.3", "1.4", "1.5"})
    void aFlowHasAMeterInEachVersionThatHasMeters(String version) {
        assertThat(errors("""
                meter of %s: meter=1,kbps,bands=type=drop,rate=1000
                flow of %s: actions=output:1,meter:1,goto_table:1
                """.formatted(version, version))).isEmpty();
    }

    @Test
    void refusesTwoFlowsOfASwitchWithTheSameMatch() {
        assertThat(errors("""
                flow a: tcp,tp_dst=80,actions=drop
                flow b on 7: tcp,tp_dst=80,actions=output:1
                """)).singleElement().satisfies(problem -> {
            assertThat(problem.entry()).isEqualTo("b");
            assertThat(problem.reason()).contains("flow a has the same");
        });
        assertThat(errors("""
                flow a on 1-6: tcp,tp_dst=80,actions=drop
                flow b on 7: tcp,tp_dst=80,actions=output:1
                """)).isEmpty();
    }

    @Test
    void aGroupHasToExistOnTheSwitchesOfTheFlow() {
        assertThat(errors("""
                group on 1: group_id=1,bucket=output:1
                flow a on 1: actions=group:1
                """)).isEmpty();
        assertThat(errors("""
                group on 1: group_id=1,bucket=output:1
                flow a on 2: actions=group:1
                """)).extracting(EntryProblem::entry).containsExactly("a");
        // The description of switch 1 is unknown, and may be this one.
        assertThat(errors("""
                group on hardware=x: group_id=1,bucket=output:1
                flow a on 1: actions=group:1
                """)).isEmpty();
    }

    @Test
    void namesTheSwitchThatCannotHaveAnEntry() {
        List<Entry> entries = EntryFile.parse("flow a: table=9,actions=drop");
        assertThat(EntryChecks.check(entries, Capabilities.of(Version.OF13).withTables(8), "switch 1"))
                .singleElement()
                .hasToString("line 1: a: table_id=9: out of range; needs 0 to 7 (switch 1)");
    }
}
