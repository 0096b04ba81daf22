package net.beaconcontroller.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.beaconcontroller.labkit.OvsLab;

/**
 * A TCP connection from one host of a lab to another, on which 1,000 bytes are sent every ten milliseconds. Each end is
 * a process in the namespace of its host.
 */
final class TcpStream implements AutoCloseable {
    private static final int PORT = 5001;
    private static final int BLOCK = 1000;
    private static final Duration INTERVAL = Duration.ofMillis(10);

    private final OvsLab lab;
    private final int from;
    private final List<Process> processes;
    /** The number of bytes that have arrived; -1 until the receiver listens. */
    private final AtomicLong received = new AtomicLong(-1);

    private final long lostBefore;

    private TcpStream(OvsLab lab, int from, int to) {
        this.lab = lab;
        this.from = from;
        Process receiver = lab.startInHost(to, java());
        Thread.ofVirtual().start(() -> {
            try (Stream<String> lines = receiver.inputReader().lines()) {
                lines.mapToLong(Long::parseLong).forEach(received::set);
            }
        });
        await().until(() -> received.get() == 0);
        processes = List.of(receiver, lab.startInHost(from, java() + " " + lab.address(to)));
        awaitMore();
        lostBefore = lost();
    }

    /** Starts the connection and waits until data has arrived. */
    static TcpStream start(OvsLab lab, int from, int to) {
        return new TcpStream(lab, from, to);
    }

    private static String java() {
        Path command = Path.of(System.getProperty("java.home"), "bin", "java");
        // The JVM verifies this class with that of the lab.
        String classes = Stream.of(TcpStream.class, OvsLab.class)
                .map(type ->
                        type.getProtectionDomain().getCodeSource().getLocation().getPath())
                .collect(Collectors.joining(File.pathSeparator));
        return "%s -Xshare:auto -XX:TieredStopAtLevel=1 -cp %s %s"
                .formatted(command, classes, TcpStream.class.getName());
    }

    /** Waits until more data arrives. */
    private void awaitMore() {
        long before = received.get();
        await().untilAsserted(() -> assertThat(received).as("bytes received").hasValueGreaterThan(before));
    }

    /**
     * Returns the number of segments that were sent again, without those that arrived twice, which the receiver reports
     * (RFC 2883): on a busy machine, segments are also sent again because they were late.
     */
    private long lost() {
        return lab.counter(from, "Tcp", "RetransSegs") - lab.counter(from, "TcpExt", "TCPDSACKRecv");
    }

    /** Checks that data arrives, and that no segment was lost since {@link #start}. */
    void assertNothingIsLost() {
        awaitMore();
        // The report that a segment arrived twice comes after the segment was sent again.
        await().untilAsserted(() ->
                assertThat(lost() - lostBefore).as("lost segments of h%d", from).isNotPositive());
    }

    @Override
    public void close() {
        processes.forEach(process -> process.toHandle().destroy());
    }

    /** One end of the connection: the sender if there is an argument, the address of the receiver. */
    static void main(String[] arguments) throws IOException, InterruptedException {
        if (arguments.length == 0) {
            receive();
        } else {
            send(InetAddress.getByName(arguments[0]));
        }
    }

    private static void send(InetAddress receiver) throws IOException, InterruptedException {
        try (var socket = new Socket(receiver, PORT);
                OutputStream out = socket.getOutputStream()) {
            socket.setTcpNoDelay(true);
            while (true) {
                out.write(new byte[BLOCK]);
                Thread.sleep(INTERVAL);
            }
        }
    }

    /** Prints the number of received bytes: 0 when it listens, and a line for each read. */
    private static void receive() throws IOException {
        try (var server = new ServerSocket(PORT)) {
            print(0);
            try (Socket socket = server.accept();
                    InputStream in = socket.getInputStream()) {
                long sum = 0;
                var buffer = new byte[BLOCK];
                for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                    sum += count;
                    print(sum);
                }
            }
        }
    }

    private static void print(long number) {
        System.out.println(number);
        System.out.flush();
    }
}
