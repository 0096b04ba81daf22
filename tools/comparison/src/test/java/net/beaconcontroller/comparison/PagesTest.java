package net.beaconcontroller.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PagesTest {
    @TempDir
    private Path folder;

    private Data data;

    @BeforeEach
    void measure() throws IOException {
        data = Data.read(folder.resolve("data"));
        for (int round = 1; round <= 3; round++) {
            data.add(Part.THROUGHPUT, Rows.run(1), Rows.rate("limit", 1000, round, 10e6 * round));
            data.add(Part.THROUGHPUT, Rows.run(1), Rows.rate("Beacon", 1000, round, 4e6 * round));
        }
        data.add(Part.THROUGHPUT, Rows.run(1), Rows.failed("Other", 1000, 1));
        data.add(Part.THROUGHPUT, Rows.run(2), Rows.rate("Beacon", 1000, 4, 40e6));
        data.add(Part.HOSTS, Rows.run(1), Rows.rate("Beacon", 1000, 1, 4e6));
        data.add(Part.HOSTS, Rows.run(1), Rows.rate("Beacon", 100_000, 1, 2e6));
        data.add(
                Part.ROBUSTNESS,
                Rows.run(1),
                new Row(new LinkedHashMap<>(Map.of(
                        "controller", "Beacon", "openflow", "1.0", "case", "study/type", "verdict", "refused"))));
    }

    private String page(String text) throws IOException {
        Path page = folder.resolve("page.md");
        Files.writeString(page, text);
        new Pages(folder, data).write();
        return Files.readString(page);
    }

    @Test
    void aTableHasMediansRangesAndRatiosOfTheSameRound() throws IOException {
        assertThat(page("""
                        # T

                        <!-- table throughput openflow=1.0 hosts=1000 switches=16 values=rate,ratio -->old<!-- end -->
                        after 7
                        """)).isEqualTo("""
                        # T

                        <!-- table throughput openflow=1.0 hosts=1000 switches=16 values=rate,ratio -->
                        | controller | answers/s | of the limit | answered with; lost |
                        | --- | --- | --- | --- |
                        | limit | **20.0 M** (10.0 M to 30.0 M) | 1.00 | flow-mod + packet-out; 6 lost of 300 |
                        | Beacon | **8.00 M** (4.00 M to 12.0 M) | 0.40 | flow-mod + packet-out; 6 lost of 300 |
                        | Other | failed: no "port", it is in use | - |
                        <!-- end -->
                        after 7
                        """);
    }

    @Test
    void writingAgainChangesNothing() throws IOException {
        page("<!-- table throughput --><!-- end --> <!-- value throughput controller=Beacon of=ratio --><!-- end -->");
        assertThat(new Pages(folder, data).write()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            value throughput controller=Beacon                  | 8.00 M
            value throughput controller=Beacon of=ratio         | 0.40
            value throughput controller=Beacon of=cpu           | 0.50
            value throughput controller=Beacon of=rate to=limit | 0.40
            value hosts hosts=100000                            | 2.00 M
            """)
    void aNumberStandsInASentence(String comment, String number) throws IOException {
        assertThat(page("It is <!-- %s -->0<!-- end --> now.".formatted(comment)))
                .isEqualTo("It is <!-- %s -->%s<!-- end --> now.".formatted(comment, number));
    }

    @Test
    void plotsAreFilesBesideThePage() throws IOException {
        assertThat(page("""
                        <!-- bars throughput file=a.svg title=The_rates --><!-- end -->
                        <!-- lines hosts across=hosts file=b.svg --><!-- end -->
                        """)).contains("![The rates](a.svg)").contains("](b.svg)");
        assertThat(Files.readString(folder.resolve("a.svg")))
                .startsWith("<svg ")
                .contains("<style>", "8.00 M (0.40 of the limit)");
        assertThat(Files.readString(folder.resolve("b.svg"))).contains("Beacon: 2.00 M");
    }

    @Test
    void aSecondDayIsComparedWithTheFirst() throws IOException {
        assertThat(page("<!-- days --><!-- end -->"))
                .contains("Rows measured on a second day: 1; outside of the first day's interval: 1.")
                .contains("| throughput | Beacon, 1.0, 16, 1000 | **8.00 M** (4.00 M to 12.0 M) | 40.0 M |");
    }

    @Test
    void aRatioDoesNotNeedTheLimitInTheTable() throws IOException {
        assertThat(page("<!-- table throughput controller=Beacon values=ratio -->0<!-- end -->"))
                .contains("| 1.0 | 16 | 1000 | 0.40 |");
    }

    @Test
    void aControllerThatIsAddedLaterHasItsOwnFirstDay() throws IOException {
        data.add(Part.THROUGHPUT, Rows.run(3), Rows.rate("New", 1000, 1, 3e6));
        assertThat(page("<!-- table throughput controller=New values=rate -->0<!-- end -->"))
                .contains("| 1.0 | 16 | 1000 | 3.00 M |");
        // The limit was measured on another day.
        assertThat(page("<!-- table throughput controller=New values=ratio -->0<!-- end -->"))
                .contains("| 1.0 | 16 | 1000 | - |");
    }

    @Test
    void verdictsAreATableOfCasesAndControllers() throws IOException {
        assertThat(page("<!-- verdicts group=study openflow=1.0 --><!-- end -->"))
                .contains("| case | Beacon |\n| --- | --- |\n| `study/type` | refused |");
    }

    @Test
    void aFigureOfAPaperIsBesideTheSameOfToday() throws IOException {
        Files.writeString(folder.resolve("data/papers.json"), """
                {"figures": [{"id": "p-4a", "figure": "Fig. 4a", "unit": "responses/s", "values": [
                  {"name": "Beacon", "value": "1.35 M", "today": "Beacon"}, {"name": "Maestro", "value": "420 k"}]}]}
                """);
        assertThat(page("<!-- paper p-4a part=throughput hosts=1000 --><!-- end -->"))
                .contains("""
                        | Fig. 4a | responses/s | today | answers/s today |
                        | --- | --- | --- | --- |
                        | Beacon | 1.35 M | Beacon | **8.00 M** (4.00 M to 12.0 M) |
                        | Maestro | 420 k | - | - |
                        """);
    }

    @Test
    void whatWasNotMeasuredIsSaid() throws IOException {
        assertThat(page("<!-- table latency -->1<!-- end -->"))
                .isEqualTo("<!-- table latency -->not measured<!-- end -->");
        assertThat(page("<!-- bars switches -->1<!-- end -->"))
                .isEqualTo("<!-- bars switches -->not measured<!-- end -->");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            chart throughput                | chart: needs table, value, bars, lines,
            table speed                     | part speed: needs one of PARTS
            table throughput values=height  | value height: needs one of rate, ratio, cpu,
            value throughput                | 3 rows of the data; needs one
            table throughput host=1000      | option host: needs one of controller, openflow, switches, hosts, round
            value throughput rate=3         | option rate: needs one of controller, openflow, switches, hosts, round
            value throughput controller=Beacon of=median | was not measured
            paper x                         | no figure of the papers has this id
            """)
    void anUnknownWordIsRefusedWithThePageAndTheComment(String comment, String why) {
        assertThatThrownBy(() -> page("<!-- %s --><!-- end -->".formatted(comment)))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(
                        "page.md: <!-- %s -->: %s".formatted(comment, why.replace("PARTS", Part.keywords())));
    }

    @Test
    void controllersAndTheMissingOnesAreListed() throws IOException {
        data.describe(List.of(
                Map.of("name", "Beacon", "openflow", List.of("1.0", "1.3")),
                Map.of("name", "ONOS", "missing", "no download")));
        assertThat(page("<!-- controllers columns=openflow,version --><!-- end -->\n<!-- missing --><!-- end -->"))
                .contains("| Beacon | 1.0, 1.3 | - |")
                .contains("| ONOS | no download |");
    }
}
