package net.beaconcontroller.openflow.entry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.check.Entries.Kind;
import net.beaconcontroller.openflow.multipart.SwitchDescription;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EntryFileTest {
    private static final SwitchDescription OPEN_VSWITCH =
            new SwitchDescription("Nicira, Inc.", "Open vSwitch", "3.1.0", "None", "None");

    @Test
    void readsFlowsGroupsAndMeters() {
        List<Entry> entries = EntryFile.parse("""
                # the web servers
                flow web: priority=100,tcp,tp_dst=80,\\
                          actions=group:1
                group on 1-4: group_id=1,type=select,bucket=output:1,bucket=output:2

                meter slow on hardware=Open vSwitch* of 1.3, 1.5: meter=1,kbps,bands=type=drop,rate=1000
                flow on a1,a2: actions=drop
                """);
        assertThat(entries).extracting(Entry::kind).containsExactly(Kind.FLOW, Kind.GROUP, Kind.METER, Kind.FLOW);
        assertThat(entries).extracting(Entry::line).containsExactly(2, 4, 6, 7);
        assertThat(entries.get(0).text()).isEqualTo("priority=100,tcp,tp_dst=80,actions=group:1");
        assertThat(entries.get(0).name()).isEqualTo("web");
        assertThat(entries.get(1).switches()).hasToString("1-4");
        assertThat(entries.get(2).switches()).hasToString("hardware=Open vSwitch*");
        assertThat(entries.get(2).versions()).containsExactlyInAnyOrder(Version.OF13, Version.OF15);
        assertThat(entries.get(3).switches().namedIds()).containsExactly(0xa1L, 0xa2L);
    }

    @Test
    void anEntryIsForTheSwitchesAndVersionsThatItNames() {
        Entry meter = EntryFile.parse("meter on 2-f,serial=x of 1.3: meter=1,kbps,bands=type=drop,rate=1")
                .getFirst();
        assertThat(meter.isFor(1, OPEN_VSWITCH, Version.OF13)).isFalse();
        assertThat(meter.isFor(2, OPEN_VSWITCH, Version.OF13)).isTrue();
        assertThat(meter.isFor(15, OPEN_VSWITCH, Version.OF13)).isTrue();
        assertThat(meter.isFor(16, OPEN_VSWITCH, Version.OF13)).isFalse();
        assertThat(meter.isFor(2, OPEN_VSWITCH, Version.OF15)).isFalse();
        Entry flow = EntryFile.parse("flow on manufacturer=*Inc.: actions=drop").getFirst();
        assertThat(flow.isFor(7, OPEN_VSWITCH, Version.OF10)).isTrue();
        assertThat(flow.isFor(7, new SwitchDescription("", "", "", "", ""), Version.OF10))
                .isFalse();
    }

    @Test
    void derivesTheSameNameForTheSameFlow() {
        assertThat(EntryFile.parse("flow: tcp,tp_dst=80,nw_src=10.0.0.0/8,actions=drop")
                        .getFirst()
                        .name())
                .isEqualTo(EntryFile.parse("flow: tcp,nw_src=10.0.0.0/255.0.0.0,tp_dst=80,actions=output:1")
                        .getFirst()
                        .name())
                .isNotEqualTo(EntryFile.parse("flow on 1: tcp,tp_dst=80,nw_src=10.0.0.0/8,actions=drop")
                        .getFirst()
                        .name());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            flow tcp,actions=drop                       | line         | needs flow, group or meter
            rule: actions=drop                          | line         | is not an entry
            flow a/b: actions=drop                      | name         | a/b: is not a name
            flow on x: actions=drop                     | switches     | is not a switch; needs all
            flow on 1-2-3: actions=drop                 | switches     | 1-2-3
            flow on 5-1: actions=drop                   | switches     | first id is not above its last
            flow on colour=red: actions=drop            | switches     | unknown property colour; needs one of
            flow of 1.1: actions=drop                   | versions     | 1.1: is not a version
            flow: nw_dst=10.0.0.300,actions=drop        | nw_dst       | needs ip or arp in the match
            flow: ip,nw_dst=10.0.0.300,actions=drop     | nw_dst       | column 11
            flow: priority=1                            | actions         | needs actions=
            flow: priority=70000,actions=drop           | priority     | 70000
            flow: idle_timeout=5,actions=drop           | idle_timeout | does not expire
            flow: hard_timeout=5,actions=drop           | hard_timeout | does not expire
            flow: cookie=0x1,actions=drop               | cookie       | the controller sets the cookies
            group: type=all,bucket=output:1             | group_id     | needs group_id=
            group: group_id=1,type=some,bucket=output:1 | type         | needs all, select
            meter: meter=0,kbps,bands=type=drop,rate=1  | meter        | 0
            """)
    void refusesAWrongLineWithItsField(String line, String field, String reason) {
        EntryException refusal = catchThrowableOfType(EntryException.class, () -> EntryFile.parse("\n" + line));
        assertThat(refusal.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.line()).isEqualTo(2);
            assertThat(problem.field()).isEqualTo(field);
            assertThat(problem.toString()).contains(reason);
        });
    }

    @Test
    void printsLinesThatItReads() {
        List<String> lines = List.of(
                "flow web: priority=1, tcp,actions=drop",
                "group g on 1,a-f: group_id=1,bucket=output:1",
                "flow x on hardware=Open vSwitch* of 1.3,1.5: actions=drop");
        assertThat(EntryFile.parse(String.join("\n", lines)))
                .extracting(EntryFile::print)
                .isEqualTo(lines);
    }

    @Test
    void reportsAllWrongLines() {
        EntryException refusal = catchThrowableOfType(EntryException.class, () -> EntryFile.parse("""
                flow a: actions=drop
                flow a: priority=1,actions=drop
                meter b: meter=x
                """));
        assertThat(refusal.problems()).extracting(EntryProblem::line).containsExactly(2, 3);
        assertThat(refusal).hasMessageContaining("line 1 has the same name");
    }

    @Test
    void readsTheSameEntriesInJson() {
        List<Entry> entries = EntryFile.parse("""

                [
                  {"name": "web", "text": "priority=100,tcp,tp_dst=80,actions=group:1"},
                  {"kind": "group", "switches": "1-4", "text": "group_id=1,type=select,bucket=output:1"},
                  {
                    "kind": "meter", "name": "slow", "switches": "hardware=Open vSwitch*", "versions": ["1.3", "1.5"],
                    "text": "meter=1,kbps,bands=type=drop,rate=1000"
                  }
                ]
                """);
        List<Entry> lines = EntryFile.parse("""
                flow web: priority=100,tcp,tp_dst=80,actions=group:1
                group on 1-4: group_id=1,type=select,bucket=output:1
                meter slow on hardware=Open vSwitch* of 1.3, 1.5: meter=1,kbps,bands=type=drop,rate=1000
                """);
        assertThat(entries).hasSize(3);
        for (int i = 0; i < entries.size(); i++) {
            assertThat(entries.get(i).isSameAs(lines.get(i))).isTrue();
        }
        assertThat(entries).extracting(Entry::line).containsExactly(3, 4, 5);
        assertThat(EntryFile.parse("{\"entries\": [{\"text\": \"actions=drop\", \"name\": null}]}"))
                .singleElement()
                .matches(entry ->
                        entry.isSameAs(EntryFile.parse("flow: actions=drop").getFirst()));
        assertThat(EntryFile.parse("[]")).isEmpty();
    }

    /** The examples of the documentation have the same entries. */
    @Test
    void readsTheExamplesOfTheDocumentation() throws Exception {
        String document = Files.readString(Path.of("../docs/staticflows.md"));
        List<Entry> lines = EntryFile.parse(block(document, "    # flows.conf"));
        List<Entry> objects = EntryFile.parse(block(document, "    ["));
        assertThat(objects)
                .extracting(EntryFile::print)
                .isEqualTo(lines.stream().map(EntryFile::print).toList());
        assertThat(EntryChecks.check(objects)).isEmpty();
    }

    /** Returns the indented block that begins with a line. */
    private static String block(String document, String first) {
        return document.lines()
                .dropWhile(line -> !line.equals(first))
                .takeWhile(line -> !line.isEmpty())
                .collect(Collectors.joining("\n"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"name": "a", "text": "priority=70000,actions=drop"}        | a          | priority  | 70000
            {"text": "priority=70000,actions=drop"}                     | entries[1] | priority  | 70000
            {"kind": "group", "text": "type=all,bucket=output:1"}       | entries[1] | group_id  | needs group_id=
            {"name": "a/b", "text": "actions=drop"}                     | a/b        | name      | is not a name
            {"name": 5, "text": "actions=drop"}                         | entries[1] | name      | is not a string
            {"kind": "rule", "text": "actions=drop"}                    | entries[1] | kind      | needs flow, group
            {"name": "a", "switches": "x", "text": "actions=drop"}      | a          | switches  | is not a switch
            {"name": "a", "switches": [1], "text": "actions=drop"}      | a          | switches  | is not a string
            {"name": "a", "versions": ["1.1"], "text": "actions=drop"}  | a          | versions  | is not a version
            {"name": "a", "versions": [1.3], "text": "actions=drop"}    | a          | versions  | is not a string
            {"name": "a", "versions": "1.3", "text": "actions=drop"}    | a          | versions  | is not an array
            {"name": "a"}                                               | a          | text      | is missing
            {"name": "a", "txt": "actions=drop"}                        | a          | txt       | is unknown
            {"text": "priority=9,actions=drop"}                         | entries[1] | name      | entries[0] has
            7                                                           | entries[1] | entries[1] | is not an object
            """)
    void refusesAWrongObjectWithItsNameOrIndexAndItsField(String object, String entry, String field, String reason) {
        String text = "[\n{\"text\": \"priority=9,actions=drop\"},\n" + object + "]";
        EntryException refusal = catchThrowableOfType(EntryException.class, () -> EntryFile.parse(text));
        assertThat(refusal.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.line()).isEqualTo(3);
            assertThat(problem.entry()).isEqualTo(entry);
            assertThat(problem.field()).isEqualTo(field);
            assertThat(problem.toString()).contains(reason);
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            [{"text": "actions=drop"}               | line 2: file: json: is malformed
            [{"text": "actions=drop"]               | line 2: file: json: is malformed
            []]                                     | line 2: file: json: is malformed
            [] []                                   | line 2: file: json: the file has more than one value
            {}                                      | line 2: file: entries: is missing
            {"text": "actions=drop"}                | line 2: file: text: is unknown
            {"entries": 7}                          | line 2: file: entries: is not one array
            """)
    void refusesJsonThatIsNoListOfEntries(String text, String problem) {
        assertThat(catchThrowableOfType(EntryException.class, () -> EntryFile.parse("\n" + text)))
                .hasMessageStartingWith(problem);
    }
}
