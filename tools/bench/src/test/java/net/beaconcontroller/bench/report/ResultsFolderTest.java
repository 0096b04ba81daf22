package net.beaconcontroller.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.within;

import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import net.beaconcontroller.bench.Axis;
import net.beaconcontroller.bench.Baseline;
import net.beaconcontroller.bench.FakeBenchmark;
import net.beaconcontroller.bench.Machine;
import net.beaconcontroller.bench.Metrics;
import net.beaconcontroller.bench.Point;
import net.beaconcontroller.bench.Result;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The CSV, JSON and HTML files after each measurement. */
class ResultsFolderTest {
    private static final Pattern SVG = Pattern.compile("<svg .*?</svg>", Pattern.DOTALL);
    private static final Pattern CELL = Pattern.compile("(?:\"((?:[^\"]|\"\")*)\"|([^,\"\n]*))([,\n])");

    @TempDir
    private Path path;

    @Test
    void csvAndJsonHaveEachMeasurementWithTheSameNamesAndValues() throws Exception {
        ResultsFolder folder = folder();
        SampleResults.write(folder, 1, "say \"hi\", \nNOX", "Ryu");
        List<List<String>> csv = csv();
        JsonNode measurements = json().get("measurements");
        assertThat(csv).hasSize(1 + folder.results().measurements().size());
        assertThat(measurements).hasSize(csv.size() - 1);
        for (int i = 1; i < csv.size(); i++) {
            for (int column = 0; column < csv.getFirst().size(); column++) {
                String name = csv.getFirst().get(column);
                JsonNode value = measurements.get(i - 1).get(name);
                assertThat(csv.get(i).get(column)).as(name).isEqualTo(value.isNull() ? "" : value.asString());
            }
        }
        assertThat(csv.stream().map(row -> row.get(1))).contains("say \"hi\", \nNOX", "Broken & <gone>");
    }

    @Test
    void jsonKeepsTheWholeHistogram() throws Exception {
        Metrics metrics = FakeBenchmark.metrics(1000);
        folder().add(result("a", 1, Optional.of(metrics), ""));
        JsonNode measurement = json().get("measurements").get(0);
        byte[] packed =
                Base64.getDecoder().decode(measurement.get("latencyHistogram").asString());
        assertThat(Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(packed), 0))
                .isEqualTo(metrics.latency().orElseThrow());
        assertThat(measurement.get("latencyP50Micros").asDouble()).isCloseTo(1000, within(20.0));
        assertThat(measurement.get("answersPerSecond").asDouble()).isEqualTo(1000);
    }

    @Test
    void theReportNamesTheBaselineThatWasMeasured() throws Exception {
        ResultsFolder folder = folder();
        folder.add(result(Baseline.LIMIT.controllerName(), 1, Optional.of(FakeBenchmark.metrics(4000)), ""));
        folder.add(result("Other", 1, Optional.of(FakeBenchmark.metrics(2000)), ""));

        assertThat(Files.readString(folder.page()))
                .contains("× limit", "of that of the limit", "TO LIMIT")
                .doesNotContain("null controller", "× null", "TO NULL");
    }

    @Test
    void jsonHasMachineCommandAndSummary() throws Exception {
        ResultsFolder folder = folder();
        folder.add(result(Baseline.NULL.controllerName(), 1, Optional.of(FakeBenchmark.metrics(2000)), ""));
        folder.add(result("a", 2, Optional.of(FakeBenchmark.metrics(500)), ""));
        assertThat(json().get("complete").asBoolean()).isFalse();
        folder.complete();
        JsonNode all = json();
        assertThat(all.get("complete").asBoolean()).isTrue();
        assertThat(all.get("command").asString()).isEqualTo(SampleResults.COMMAND);
        assertThat(all.get("machine").get("processors").asInt()).isPositive();
        assertThat(all.get("machine").propertyNames())
                .containsExactly("processors", "processor", "kernel", "jvm", "date", "settings");
        assertThat(all.get("measurements").get(1).get("transport").asString()).isEqualTo("nio");
        JsonNode a = all.get("summary").get(1);
        assertThat(a.get("transports").get(0).asString()).isEqualTo("nio");
        assertThat(a.get("controller").asString()).isEqualTo("a");
        assertThat(a.get("toBaseline").propertyNames()).containsExactly("min", "median", "max");
        assertThat(a.get("toBaseline").get("median").asDouble()).isEqualTo(0.25);
        assertThat(folder.json()).isEqualTo(Files.readString(path.resolve("results.json")));
    }

    @Test
    void keepsResultsOfAnInterruptedExperiment() throws Exception {
        ResultsFolder folder = folder();
        folder.add(result("a", 1, Optional.of(FakeBenchmark.metrics(2000)), ""));
        assertThat(csv()).hasSize(2);
        assertThat(json().get("measurements")).hasSize(1);
        assertThat(Files.readString(folder.page())).contains("Incomplete").contains("<svg ");
        folder.complete();
        assertThat(Files.readString(folder.page())).doesNotContain("Incomplete");
        assertThat(path).isDirectoryNotContaining("glob:**.new");
    }

    @Test
    void doesNotOverwriteExistingResults() throws Exception {
        folder().add(result("a", 1, Optional.of(FakeBenchmark.metrics(2000)), ""));
        assertThatIOException().isThrownBy(this::folder).withMessageContaining("results.csv exists");
    }

    @Test
    void thePageHasEverySeriesOfEveryPlotInWellFormedDrawings() throws Exception {
        ResultsFolder folder = folder();
        SampleResults.write(folder, 1, "NOX & <b>friends</b>", "Ryu");
        folder.complete();
        String page = Files.readString(folder.page());
        List<String> drawings =
                SVG.matcher(page).results().map(MatchResult::group).toList();
        // Latency has two charts.
        assertThat(drawings).hasSize(Axis.values().length + 1);
        for (String drawing : drawings) {
            assertThat(text(xml(drawing))).contains("null controller").doesNotContain("NaN");
            assertThat(drawing).doesNotContain("NaN", "Infinity");
        }
        assertThat(drawings)
                .anySatisfy(drawing -> assertThat(text(xml(drawing)))
                        .contains("Beacon Queue Immediate", "Beacon Immediate", "Million answers a second"))
                .anySatisfy(drawing -> assertThat(text(xml(drawing)))
                        .contains(
                                "Throughput by applications",
                                "Beacon learningswitch",
                                "Beacon topology,devices,routing"))
                .anySatisfy(drawing -> assertThat(text(xml(drawing))).contains("NOX & <b>friends</b>", "Ryu"));
        assertThat(page).doesNotContain("<b>friends", "<gone>", "\u001b", "<script");
        assertThat(page).contains("Broken &amp; &lt;gone&gt;", "it ended with exit code 1");
        // The whole page is well-formed too.
        xml(page.replace("<!DOCTYPE html>", ""));
    }

    @Test
    void reportsAnExperimentOfFailuresOnly() throws Exception {
        ResultsFolder folder = folder();
        folder.add(result("a", 1, Optional.empty(), "no luck"));
        assertThat(Files.readString(folder.page())).contains("no luck").doesNotContain("<svg");
    }

    private ResultsFolder folder() throws Exception {
        return new ResultsFolder(path, SampleResults.COMMAND, Machine.here());
    }

    private static Result result(String name, int port, Optional<Metrics> metrics, String failure) {
        var point = new Point(Axis.CONTROLLERS, FakeBenchmark.controller(name, port), FakeBenchmark.load(1, 1));
        return new Result(point, 1, Optional.of("nio"), metrics, failure);
    }

    private JsonNode json() throws Exception {
        return new JsonMapper().readTree(Files.readString(path.resolve("results.json")));
    }

    /** Parses CSV by RFC 4180. */
    private List<List<String>> csv() throws Exception {
        var rows = new ArrayList<List<String>>();
        var row = new ArrayList<String>();
        for (MatchResult cell : CELL.matcher(Files.readString(path.resolve("results.csv")))
                .results()
                .toList()) {
            row.add(cell.group(1) == null ? cell.group(2) : cell.group(1).replace("\"\"", "\""));
            if (cell.group(3).equals("\n")) {
                rows.add(List.copyOf(row));
                row.clear();
            }
        }
        assertThat(rows).extracting(List::size).containsOnly(rows.getFirst().size());
        return rows;
    }

    private static Document xml(String text) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(text)));
    }

    private static String text(Document document) {
        return document.getDocumentElement().getTextContent();
    }
}
