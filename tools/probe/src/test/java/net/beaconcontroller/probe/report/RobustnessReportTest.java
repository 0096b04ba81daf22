package net.beaconcontroller.probe.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.time.ZonedDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import net.beaconcontroller.bench.Machine;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.probe.Verdict;
import net.beaconcontroller.probe.report.RobustnessReport.Run;
import net.beaconcontroller.probe.robustness.Outcome;
import net.beaconcontroller.probe.robustness.ProbeCase;
import net.beaconcontroller.probe.robustness.Resources;
import net.beaconcontroller.probe.robustness.RoundTrips;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RobustnessReportTest {
    private static final RoundTrips TRIPS = new RoundTrips(100, 1, 200, 1500, 9000);
    private static final String HOSTILE = "<script>alert(1)</script>";

    private static final ProbeCase LENGTH = new ProbeCase("study/length", "a wrong length", _ -> {});
    private static final ProbeCase NAME = new ProbeCase("study/name", "a wrong name", _ -> {});

    private static final RobustnessReport REPORT = new RobustnessReport(
            "beacon probe compare x.conf",
            new Machine(
                    2, "processor", "Linux", "JVM", ZonedDateTime.parse("2026-11-23T12:00:00Z"), new LinkedHashMap<>()),
            7,
            List.of(
                    new Run(
                            "Beacon",
                            Version.OF13,
                            List.of(outcome(LENGTH, Verdict.REFUSED, ""), outcome(NAME, Verdict.IGNORED, "")),
                            ""),
                    new Run("Other", Version.OF10, List.of(outcome(LENGTH, Verdict.STUCK, HOSTILE)), ""),
                    new Run("Absent", Version.OF10, List.of(), "it did not start")));

    private static Outcome outcome(ProbeCase probeCase, Verdict verdict, String detail) {
        return new Outcome(
                probeCase,
                Version.OF13,
                verdict,
                detail,
                false,
                1234,
                TRIPS,
                TRIPS,
                TRIPS,
                Optional.of(new Resources(1000, 10, 20)),
                Optional.of(new Resources(3000, 11, 20)));
    }

    @Test
    void isWorseIfAVerdictIsWorseOrAControllerDidNotRun() {
        var good = new RobustnessReport("", REPORT.machine(), 1, REPORT.runs().subList(0, 1));
        var stuck = new RobustnessReport("", REPORT.machine(), 1, REPORT.runs().subList(1, 2));
        var absent = new RobustnessReport("", REPORT.machine(), 1, REPORT.runs().subList(2, 3));

        assertThat(good.isWorseThan(Verdict.IGNORED)).isFalse();
        assertThat(good.isWorseThan(Verdict.REFUSED)).isTrue();
        assertThat(stuck.isWorseThan(Verdict.OBEYED)).isTrue();
        assertThat(stuck.isWorseThan(Verdict.STUCK)).isFalse();
        assertThat(absent.isWorseThan(Verdict.DIED)).isTrue();
    }

    @Test
    void jsonHasAllVerdictsAndMeasurements() {
        JsonNode json = JsonMapper.shared().readTree(RobustnessJson.of(REPORT));

        JsonNode stuck = json.at("/runs/1/cases/0");
        assertThat(stuck.get("verdict").asString()).isEqualTo("stuck");
        assertThat(stuck.get("detail").asString()).isEqualTo(HOSTILE);
        assertThat(stuck.at("/witness/percentile99Micros").asInt()).isEqualTo(1500);
        assertThat(stuck.at("/after/residentKilobytes").asInt()).isEqualTo(3000);
        assertThat(stuck.get("studyColour").asString()).isEqualTo("yellow");
        assertThat(stuck.get("answered").asBoolean()).isFalse();
        assertThat(json.at("/runs/0/verdicts/ignored").asInt()).isEqualTo(1);
        assertThat(json.at("/runs/2/failure").asString()).isEqualTo("it did not start");
    }

    @Test
    void junitCountsVerdictsThatAreWorseThanAllowedAsFailures() throws Exception {
        var document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(RobustnessXml.of(REPORT, Verdict.CLOSED))));

        NodeList suites = document.getElementsByTagName("testsuite");
        assertThat(IntStream.range(0, suites.getLength())
                        .mapToObj(i -> (Element) suites.item(i))
                        .map(suite -> suite.getAttribute("tests")
                                + suite.getAttribute("failures")
                                + suite.getAttribute("errors")))
                .containsExactly("200", "110", "101");
        assertThat(((Element) document.getElementsByTagName("failure").item(0)).getAttribute("message"))
                .isEqualTo("stuck: " + HOSTILE);
    }

    @Test
    void thePageHasTheTableOfTheStudyInItsColours() {
        assertThat(RobustnessPage.of(REPORT))
                .contains("Table 2 of the study of 2013", RobustnessReport.STUDY_NOTE)
                .contains("<td class=\"study green\">green</td>", "<td class=\"study yellow\">yellow</td>");
    }

    @Test
    void thePageHasARowPerCaseAndAColumnPerRunAndEscapesWhatControllersSay() {
        String page = RobustnessPage.of(REPORT);

        assertThat(page).contains("a wrong length", "Other, OpenFlow 1.0", "witness 99%: 1.5 ms", "memory +2,000 kB");
        assertThat(page).contains("&lt;script&gt;").doesNotContain("<script");
    }
}
