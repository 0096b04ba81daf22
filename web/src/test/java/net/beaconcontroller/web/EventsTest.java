package net.beaconcontroller.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.beaconcontroller.api.Event;
import net.beaconcontroller.api.Event.Severity;
import net.beaconcontroller.web.http.Json;
import net.beaconcontroller.web.http.ProblemWriter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The events over real sockets. */
class EventsTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    private Controller controller;

    @BeforeEach
    void start() throws IOException {
        controller = Controller.start(folder);
    }

    @AfterEach
    void stop() {
        controller.close();
    }

    /** A reader of the stream: a socket, so that it decides when it reads. In HTTP 1.0, a stream has no chunks. */
    private final class Reader implements AutoCloseable {
        private final Socket socket;
        private final BufferedReader in;
        final String status;
        private String lastId = "";

        Reader(String query, String... headers) throws IOException {
            socket = new Socket();
            socket.setReceiveBufferSize(4_096);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), controller.port()));
            socket.setSoTimeout((int) TIMEOUT.toMillis());
            socket.getOutputStream()
                    .write("GET /api/v1/events?%s HTTP/1.0\r\nHost: 127.0.0.1\r\nAuthorization: Bearer %s\r\n%s\r\n"
                            .formatted(
                                    query,
                                    controller.token(),
                                    Stream.of(headers).map("%s\r\n"::formatted).collect(Collectors.joining()))
                            .getBytes(StandardCharsets.US_ASCII));
            in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            status = in.readLine();
        }

        /** Returns the next event. Fails after 20 seconds: comments keep the stream alive. */
        JsonNode next() throws IOException {
            long begin = System.nanoTime();
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(TIMEOUT);
                if (line.startsWith("id: ")) {
                    lastId = line.substring(4);
                } else if (line.startsWith("data: ")) {
                    return Json.MAPPER.readTree(line.substring(6));
                }
            }
            throw new EOFException();
        }

        void readToTheEnd() throws IOException {
            while (in.readLine() != null) {
                // events that were written before the end
            }
        }

        /** Reads the beginning of the stream, which has the id to continue from. */
        String begin() throws IOException {
            while (lastId.isEmpty()) {
                String line = in.readLine();
                lastId = line.startsWith("id: ") ? line.substring(4) : "";
            }
            return lastId;
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    private void publish(String type, int number) {
        controller
                .beacon
                .events()
                .publish(new Event(
                        type,
                        "subject",
                        Severity.WARNING,
                        "text \"%d\"\n<b>".formatted(number),
                        Map.of("number", number)));
    }

    private List<Integer> numbers(Reader reader, int count) throws IOException {
        var numbers = new ArrayList<Integer>();
        while (numbers.size() < count) {
            JsonNode event = reader.next();
            if (event.get("details").has("number")) {
                numbers.add(event.get("details").get("number").asInt());
            }
        }
        return numbers;
    }

    private static List<Integer> range(int from, int to) {
        return IntStream.range(from, to).boxed().toList();
    }

    @Test
    void streamsEventsInTheirOrder() throws Exception {
        try (var reader = new Reader("types=test&follow=true")) {
            assertThat(reader.status).contains("200");
            long before = Long.parseLong(reader.begin());
            for (int i = 0; i < 1_000; i++) {
                publish("test.event", i);
            }
            JsonNode first = reader.next();
            assertThat(first.get("id").asLong()).isEqualTo(before + 1).isEqualTo(Long.parseLong(reader.lastId));
            assertThat(first.get("type").asString()).isEqualTo("test.event");
            assertThat(first.get("severity").asString()).isEqualTo("warning");
            assertThat(first.get("text").asString()).isEqualTo("text \"0\"\n<b>");
            assertThat(numbers(reader, 999)).isEqualTo(range(1, 1_000));
        }
    }

    @Test
    void selectsTypesUpToTheFirstDot() throws Exception {
        try (var reader = new Reader("types=link,device&follow=true")) {
            reader.begin();
            publish("linkage.added", 1);
            publish("link.added", 2);
            publish("log", 3);
            publish("device.moved", 4);
            assertThat(numbers(reader, 2)).containsExactly(2, 4);
        }
    }

    @Test
    void continuesAfterTheLastEventThatWasRead() throws Exception {
        String id;
        try (var reader = new Reader("types=test&follow=true")) {
            reader.begin();
            publish("test.event", 1);
            numbers(reader, 1);
            id = reader.lastId;
        }
        publish("test.event", 2);
        publish("test.event", 3);
        try (var reader = new Reader("types=test&follow=true", "Last-Event-ID: " + id)) {
            assertThat(numbers(reader, 2)).containsExactly(2, 3);
        }
        try (var reader = new Reader("types=test&follow=true&after=" + id)) {
            assertThat(reader.next().get("details").get("number").asInt()).isEqualTo(2);
        }
    }

    @Test
    void beginsWithKeptEventsIfWanted() throws Exception {
        for (int i = 0; i < 10; i++) {
            publish("test.event", i);
        }
        await().until(() ->
                Controller.json(controller.get("/api/v1/events?types=test")).size() == 10);
        try (var reader = new Reader("types=test&follow=true&limit=3")) {
            publish("test.event", 10);
            assertThat(numbers(reader, 4)).containsExactly(7, 8, 9, 10);
        }
    }

    @Test
    void saysThatThereIsAGapAfterARestart() throws Exception {
        String id;
        try (var reader = new Reader("follow=true")) {
            id = reader.begin();
        }
        controller.close();
        controller = Controller.start(folder);
        publish("test.event", 1);
        try (var reader = new Reader("follow=true&types=test", "Last-Event-ID: " + id)) {
            assertThat(reader.next().get("type").asString()).isEqualTo("stream.gap");
            assertThat(numbers(reader, 1)).containsExactly(1);
        }
    }

    @Test
    void returnsTheKeptEventsAsAnArray() {
        for (int i = 0; i < 10; i++) {
            publish("test.event", i);
        }
        await().until(() ->
                Controller.json(controller.get("/api/v1/events?types=test")).size() == 10);
        JsonNode newest = Controller.json(controller.get("/api/v1/events?types=test&limit=2"));
        assertThat(newest.size()).isEqualTo(2);
        assertThat(newest.get(1).get("details").get("number").asInt()).isEqualTo(9);
        long id = newest.get(0).get("id").asLong();
        JsonNode after = Controller.json(controller.get("/api/v1/events?types=test&after=" + (id - 3)));
        assertThat(after.size()).isEqualTo(4);
        JsonNode gap = Controller.json(controller.get("/api/v1/events?types=test&after=5"));
        assertThat(gap.get(0).get("type").asString()).isEqualTo("stream.gap");
        HttpResponse<String> wrong = controller.get("/api/v1/events?limit=10001");
        assertThat(wrong.statusCode()).isEqualTo(400);
        assertThat(wrong.body()).contains("limit = 10001: needs a number from 0 to 10000");
    }

    @Test
    void publishesWarningsOfTheLogButNoLinesThatSayLess() throws Exception {
        try (var reader = new Reader("types=log&follow=true")) {
            reader.begin();
            System.Logger log = System.getLogger("net.beaconcontroller.test");
            log.log(System.Logger.Level.INFO, "not this");
            log.log(System.Logger.Level.WARNING, "port 3 is full", new IllegalStateException("as tested"));
            JsonNode event = reader.next();
            while (!event.get("subject").asString().equals("net.beaconcontroller.test")) {
                event = reader.next();
            }
            assertThat(event.get("text").asString()).isEqualTo("port 3 is full");
            assertThat(event.get("details").get("level").asString()).isEqualTo("warn");
            assertThat(event.get("details").get("exception").asString()).endsWith("IllegalStateException: as tested");
        }
    }

    @Test
    void endsTheStreamsAtOnceWhenTheServerStops() throws Exception {
        try (var idle = new Reader("follow=true");
                var stalled = new Reader("follow=true")) {
            idle.begin();
            stalled.begin();
            fill();
            long begin = System.nanoTime();
            controller.web.close();
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofMillis(1_500));
            idle.readToTheEnd();
            // The log is that of all tests that run in this JVM.
            assertThat(controller.beacon.events().newest("log"::equals, 100))
                    .filteredOn(kept -> kept.event().subject().equals(ProblemWriter.class.getName()))
                    .extracting(kept -> kept.event().text())
                    .noneMatch(text -> text.contains("/api/v1/events"));
        }
    }

    /** Publishes 60 MB, which is more than the log and the buffers of the sockets take. */
    private void fill() {
        Map<String, String> details = Map.of("text", "x".repeat(30_000));
        for (int i = 0; i < 2_000; i++) {
            controller.beacon.events().publish(new Event("fill.event", "a", Severity.INFO, "text", details));
        }
    }

    @Test
    void stalledReadersDelayNobody() throws Exception {
        var readers = new ArrayList<Reader>();
        try {
            for (int i = 0; i < 200; i++) {
                readers.add(new Reader(i < 50 ? "follow=true" : "types=test&follow=true"));
                readers.getLast().begin();
            }
            fill();
            for (int round = 0; round < 5; round++) {
                long begin = System.nanoTime();
                publish("test.event", round);
                for (Reader reader : readers.subList(50, 200)) {
                    assertThat(numbers(reader, 1)).containsExactly(round);
                }
                assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin))
                        .isLessThan(5_000);
            }
            // the log itself, not what readers have not read
            assertThat(controller.beacon.events().newest(_ -> true, 100_000)).hasSizeLessThan(1_000);
            // a stalled reader that continues receives the event of a gap
            List<String> types = new ArrayList<>();
            while (!types.contains("stream.gap")) {
                types.add(readers.getFirst().next().get("type").asString());
            }
        } finally {
            for (Reader reader : readers) {
                reader.close();
            }
        }
    }

    @Test
    void refusesMoreReadersThanTheLimit() throws Exception {
        var readers = new ArrayList<Reader>();
        try {
            for (int i = 0; i < 500; i++) {
                readers.add(new Reader("follow=true"));
                readers.getLast().begin();
            }
            HttpResponse<String> refused = controller.get("/api/v1/events?follow=true");
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.body()).contains("500 readers follow the events");
            readers.removeFirst().close();
            publish("test.event", 1);
            await().until(() -> {
                publish("test.event", 2);
                try (var reader = new Reader("follow=true")) {
                    return reader.status.contains("200");
                }
            });
        } finally {
            for (Reader reader : readers) {
                reader.close();
            }
        }
    }

    @Test
    void answersAHeadRequestWithoutAStream() {
        HttpResponse<String> response =
                controller.send(controller.request("/api/v1/events?follow=true").HEAD());
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).contains("text/event-stream");
    }
}
