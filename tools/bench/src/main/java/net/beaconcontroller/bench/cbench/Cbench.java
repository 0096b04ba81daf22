package net.beaconcontroller.bench.cbench;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * An implementation of cbench. Like cbench it does not validate answers: duplicated answers count twice, and lost
 * packet-ins go unnoticed. Not thread-safe.
 */
public final class Cbench {
    private static final long POLL_MILLIS = 1_000;
    private static final long SETTLE_MILLIS = 100;
    private static final double MILLIS_PER_SECOND = 1_000;
    private static final double NANOS_PER_MILLI = 1_000_000;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss.SSS");

    private final CbenchOptions options;
    private final PrintWriter out;
    private final PrintWriter err;
    private final SwitchConfig config = new SwitchConfig();
    private final List<CbenchSwitch> switches = new ArrayList<>();
    private double lowest = Double.MAX_VALUE;
    private double highest;
    private int delayMillis;

    /** Prints results to {@code out} and everything else to {@code err}. */
    public Cbench(CbenchOptions options, PrintWriter out, PrintWriter err) {
        this.options = options;
        this.out = out;
        this.err = err;
        this.delayMillis = options.delayMillis();
    }

    /** Runs all tests. Returns the exit code: 0, or 1 after an error, which is printed. */
    public int run() throws InterruptedException {
        if (options.warmup() + options.cooldown() >= options.loops()) {
            print("Error warmup(%d) + cooldown(%d) >= number of tests (%d)"
                    .formatted(options.warmup(), options.cooldown(), options.loops()));
            return 1;
        }
        introduce();
        try (Selector selector = Selector.open()) {
            testAll(selector);
            return 0;
        } catch (UncheckedIOException | IOException e) {
            print(String.valueOf(e.getMessage()));
            return 1;
        } finally {
            close();
        }
    }

    private void introduce() {
        err.printf(
                Locale.ROOT,
                """
                cbench: controller benchmarking tool
                   running in mode '%s'
                   connecting to controller at %s:%d\s
                   faking%s %d switches offset %d :: %d tests each; %d ms per test
                   with %d unique source MACs per switch
                   %s destination mac addresses before the test
                   starting test with %d ms delay after features_reply
                   ignoring first %d "warmup" and last %d "cooldown" loops
                   connection delay of %dms per %d switch(es)
                   debugging info is %s
                """,
                options.throughput() ? "throughput" : "latency",
                options.controller(),
                options.port(),
                options.ranged() ? " from 1 to" : "",
                options.switches(),
                options.firstDatapathId(),
                options.loops(),
                options.millis(),
                options.hosts(),
                options.learns() ? "learning" : "NOT learning",
                options.delayMillis(),
                options.warmup(),
                options.cooldown(),
                options.connectDelayMillis(),
                options.connectGroup(),
                options.debug() ? "on" : "off");
        err.flush();
    }

    private void testAll(Selector selector) throws IOException, InterruptedException {
        for (int i = 0; i < options.switches(); i++) {
            if (options.connectDelayMillis() != 0 && i != 0 && i % options.connectGroup() == 0) {
                Thread.sleep(options.connectDelayMillis());
            }
            connect(i, selector);
            if (options.ranged() || i + 1 == options.switches()) {
                testRepeatedly(selector);
            }
        }
    }

    private void connect(int index, Selector selector) throws IOException {
        try {
            var sw = new CbenchSwitch(
                    address(), options.firstDatapathId() + index, options, delayMillis, config, this::print);
            switches.add(sw);
            sw.register(selector);
        } catch (IOException e) {
            throw new IOException(
                    "make_tcp_connection: connect: %s%nmake_nonblock_tcp_connection :: returned -1"
                            .formatted(e.getMessage()),
                    e);
        }
    }

    private InetSocketAddress address() throws UnknownHostException {
        InetAddress host = Arrays.stream(InetAddress.getAllByName(options.controller()))
                .filter(Inet4Address.class::isInstance)
                .findFirst()
                .orElseThrow(() -> new UnknownHostException(options.controller() + " has no IPv4 address"));
        return new InetSocketAddress(host, options.port());
    }

    /** Runs the tests with the connected switches. */
    private void testRepeatedly(Selector selector) throws IOException, InterruptedException {
        double[] rates = new double[options.loops()];
        for (int i = 0; i < rates.length; i++) {
            rates[i] = test(selector) * MILLIS_PER_SECOND;
            // The delay applies to the first test only.
            delayMillis = 0;
        }
        double[] counted = Arrays.copyOfRange(rates, options.warmup(), rates.length - options.cooldown());
        for (double rate : counted) {
            // Like cbench, over all numbers of switches so far.
            lowest = Math.min(lowest, rate);
            highest = Math.max(highest, rate);
        }
        double average = Arrays.stream(counted).average().orElseThrow();
        double variance = Arrays.stream(counted)
                .map(rate -> (rate - average) * (rate - average))
                .average()
                .orElseThrow();
        out.printf(
                Locale.ROOT,
                "RESULT: %d switches %d tests min/max/avg/stdev = %.2f/%.2f/%.2f/%.2f responses/s\n",
                switches.size(),
                counted.length,
                lowest,
                highest,
                average,
                Math.sqrt(variance));
        out.flush();
    }

    /** Runs one test. Returns answers per millisecond. */
    private double test(Selector selector) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        double millis = 0;
        while (millis <= options.millis() + delayMillis) {
            selector.select(Cbench::handle, POLL_MILLIS);
            millis = (System.nanoTime() - begin) / NANOS_PER_MILLI;
        }
        String time = TIME.format(LocalTime.now(ZoneId.systemDefault()));
        out.printf(Locale.ROOT, "%s %-3d switches: flows/sec:  ", time, switches.size());
        Thread.sleep(SETTLE_MILLIS);
        double sum = 0;
        for (CbenchSwitch sw : switches) {
            int count = sw.takeCount();
            out.printf(Locale.ROOT, "%d  ", count);
            sum += count;
        }
        double rate = sum / (millis - delayMillis);
        out.printf(Locale.ROOT, " total = %f per ms \n", rate);
        out.flush();
        return rate;
    }

    private static void handle(SelectionKey key) {
        try {
            ((CbenchSwitch) key.attachment()).handle(key);
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    private void print(String line) {
        err.print(line);
        err.print('\n');
        err.flush();
    }

    private void close() {
        for (CbenchSwitch sw : switches) {
            try {
                sw.close();
            } catch (IOException _) {
                // Nothing to release.
            }
        }
    }
}
