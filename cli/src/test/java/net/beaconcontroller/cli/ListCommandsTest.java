package net.beaconcontroller.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import net.beaconcontroller.devices.Devices;
import net.beaconcontroller.emulator.spec.NetworkSpecBuilder;
import net.beaconcontroller.routing.RoutingEngine;
import net.beaconcontroller.statistics.Statistics;
import net.beaconcontroller.topology.Topology;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands that list devices, links, paths and statistics, with a controller and a network in this process. */
class ListCommandsTest {
    @TempDir
    private static Path folder;

    private static RunningNetwork running;

    @BeforeAll
    static void start() throws Exception {
        var layout = new NetworkSpecBuilder();
        for (int i = 1; i <= 3; i++) {
            layout.addHost(layout.addSwitch());
        }
        layout.addLocalHost("s1");
        layout.link("s1", "s2").link("s2", "s3");
        running = RunningNetwork.start(
                folder,
                layout.build(),
                Map.of("app.statistics.interval", "200ms", "app.statistics.flow-interval", "300ms"),
                Topology.class,
                Devices.class,
                RoutingEngine.class,
                Statistics.class);
        await().until(() -> run("links").out().lines().count() == 5);
        await().until(() ->
                running.network.pingAll(Duration.ofSeconds(5)).lost().isEmpty());
        await().until(() -> run("stats", "ports", "--json").out().contains("\"load\":0."));
    }

    @AfterAll
    static void stop() {
        running.close();
    }

    private static CommandResult run(String... arguments) {
        return running.run(arguments);
    }

    @Test
    void listsTheDevicesThatContainAText() {
        assertThat(run("devices").out()).contains("MAC", "10.0.0.1", "10.0.0.2", "10.0.0.3");
        assertThat(run("devices", "10.0.0.2").out())
                .contains("00:00:00:00:00:02", "0000000000000002")
                .doesNotContain("10.0.0.1");
    }

    @Test
    void listsTheLinks() {
        assertThat(run("links").out()).contains("0000000000000001:2", "0000000000000002:2", "direct", " us");
        assertThat(run("links", "--refused").out()).contains("REASON", "FLOODS").hasLineCount(1);
    }

    @Test
    void printsThePathBetweenTwoHosts() {
        assertThat(run("path", "10.0.0.1", "10.0.0.3").out())
                .contains("00:00:00:00:00:01 -> 00:00:00:00:00:03: cost 2", "0000000000000002");
        CommandResult unknown = run("path", "10.0.0.1", "10.9.9.9");
        assertThat(unknown.exitCode()).isEqualTo(1);
        assertThat(unknown.err()).contains("to = 10.9.9.9: no such device");
    }

    @Test
    void printsTheLocalPortByItsName() {
        assertThat(run("devices", "10.0.0.4").out()).containsPattern("0000000000000001 +LOCAL ");
        assertThat(run("path", "10.0.0.4", "10.0.0.3").out()).containsPattern("0000000000000001 +LOCAL +2 ");
        assertThat(run("path", "10.0.0.3", "10.0.0.4").out()).containsPattern("0000000000000001 +2 +LOCAL ");
        assertThat(run("stats", "ports", "--switch", "1").out()).containsPattern("0000000000000001 +LOCAL +s1 ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "links --watch 1",
                "links --watch 1 --json",
                "events --follow",
                "events --follow --json",
                "app watch"
            })
    void aCommandThatRepeatsEndsWhenItsOutputCannotBeWritten(String line) {
        var closed = new PrintWriter(new FailingWriter(), true);
        var ended = new FutureTask<>(() -> Main.run(
                Map.of(), closed, new PrintWriter(new StringWriter()), running.withOptions(line.split(" ", -1))));
        Thread.ofVirtual().start(ended);
        assertThat(ended).succeedsWithin(Duration.ofSeconds(20)).isEqualTo(0);
    }

    /** A pipe whose reader has ended. */
    private static final class FailingWriter extends Writer {
        @Override
        public void write(char[] characters, int offset, int length) throws IOException {
            throw new IOException("Broken pipe");
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    @Test
    void printsTheStatistics() {
        assertThat(run("stats", "ports", "--switch", "2").out())
                .contains("LOAD", "s2-eth1", "bit/s")
                .doesNotContain("s1-eth1");
        assertThat(run("stats", "ports", "--top", "2").out()).hasLineCount(3);
        assertThat(run("stats", "links").out()).hasLineCount(5).contains("0000000000000001:2");
        assertThat(run("stats", "tables").out()).contains("SIZE", "0000000000000003");
        assertThat(run("stats", "collection").out()).contains("REPLY TIME", " ms");
        for (String kind : List.of("flows", "queues", "groups", "meters")) {
            assertThat(run("stats", kind).out()).contains("SWITCH");
        }
    }

    @Test
    void refusesAWrongSwitch() {
        CommandResult result = run("stats", "tables", "--switch", "zz");
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.err()).contains("switch = zz: needs a datapath id, 1 to 16 hexadecimal digits");
    }

    @Test
    void refusesAWrongPeriod() {
        run("links", "--watch", "0").assertRefused("--watch 0: needs a number from 1 to 3600", "beacon links");
        run("stats", "ports", "--top", "0").assertRefused("--top 0: needs a number of 1 or more", "beacon stats ports");
    }

    @Test
    void printsAListAgainAndAgainWithoutATerminal() throws Exception {
        var out = new StringWriter();
        String[] arguments = running.withOptions("links", "--watch", "1");
        var command = new FutureTask<>(
                () -> Main.run(Map.of(), new PrintWriter(out, true), new PrintWriter(out, true), arguments));
        Thread thread = Thread.ofVirtual().start(command);
        await().until(() ->
                out.toString().lines().filter(line -> line.startsWith("FROM")).count() == 2);
        thread.interrupt();
        assertThat(command.get()).isZero();
        assertThat(out.toString()).matches("(?s)\\d\\d:\\d\\d:\\d\\d\\R.*");
    }
}
