package net.beaconcontroller.io.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import net.beaconcontroller.io.PeerNetwork;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The order of steps that wait while another one occupies the only thread. */
class HandshakeExecutorTest {
    private static final String FLOOD = "192.0.2.2";
    private static final String SWITCH = "192.0.2.3";
    private static final int MANY = 1_000;

    private final HandshakeExecutor executor = new HandshakeExecutor(1);
    private final CountDownLatch mayEnd = new CountDownLatch(1);
    /** The addresses whose steps were run, or the names of the steps. */
    private final List<String> executed = new CopyOnWriteArrayList<>();

    @BeforeEach
    void occupyTheThread() throws InterruptedException {
        var hasBegun = new CountDownLatch(1);
        connection("192.0.2.1").execute(() -> {
            hasBegun.countDown();
            awaitUninterrupted(mayEnd);
        });
        hasBegun.await();
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException _) {
            // The test has ended.
        }
    }

    @AfterEach
    void close() {
        executor.close();
    }

    private TlsTransport.Steps connection(String address) {
        return executor.connection(PeerNetwork.of(new InetSocketAddress(address, 1)));
    }

    /** Begins handshakes of an address, which add it to the executed steps. */
    private List<Runnable> begin(String address, int count) {
        var steps = new ArrayList<Runnable>();
        for (int i = 0; i < count; i++) {
            steps.add(connection(address).execute(() -> executed.add(address)));
        }
        return steps;
    }

    /** Continues handshakes of an address. */
    private void proceed(String address, int count) {
        for (int i = 0; i < count; i++) {
            TlsTransport.Steps connection = connection(address);
            connection.execute(() -> {}).run();
            connection.execute(() -> executed.add(address + " later"));
        }
    }

    private void run(int count) {
        mayEnd.countDown();
        await().until(() -> executed.size() == count);
    }

    @Test
    void theStepsOfAnAddressRunInTheirOrder() {
        List<String> names = IntStream.range(0, 10).mapToObj(String::valueOf).toList();
        names.forEach(name -> connection(SWITCH).execute(() -> executed.add(name)));
        run(names.size());
        assertThat(executed).isEqualTo(names);
    }

    @Test
    void anAddressWithManyHandshakesDelaysAnotherByOneStep() {
        begin(FLOOD, MANY);
        begin(SWITCH, 2);
        run(MANY + 2);
        assertThat(executed).startsWith(FLOOD, SWITCH, FLOOD, SWITCH, FLOOD);
    }

    @Test
    void theAddressesOfAnIpv6SubnetAreOne() {
        for (int host = 1; host <= MANY; host++) {
            begin("2001:db8:0:1::%x".formatted(host), 1);
        }
        begin("2001:db8:0:2::1", 1);
        run(MANY + 1);
        assertThat(executed).startsWith("2001:db8:0:1::1", "2001:db8:0:2::1", "2001:db8:0:1::2");
    }

    @Test
    void handshakesThatHaveBegunComeFirst() {
        begin(FLOOD, 3);
        begin(SWITCH, 1);
        proceed(FLOOD, 2);
        run(6);
        assertThat(executed).startsWith(FLOOD + " later", FLOOD + " later", FLOOD, SWITCH);
    }

    @Test
    void manyHandshakesThatContinueAtOnceDoNotKeepOthersFromBeginning() {
        proceed(FLOOD, MANY);
        begin(SWITCH, 1);
        run(MANY + 1);
        assertThat(executed.indexOf(SWITCH)).isEqualTo(HandshakeExecutor.LATER_STEPS);
    }

    @Test
    void cancelledStepsDoNotRunAndTakeNoTurn() {
        List<Runnable> flood = begin(FLOOD, MANY);
        begin(SWITCH, 3);
        flood.forEach(Runnable::run);
        run(3);
        assertThat(executed).isEqualTo(Collections.nCopies(3, SWITCH));
    }

    @Test
    void aStepThatFailsIsNotTheLast() {
        connection(FLOOD).execute(() -> {
            throw new IllegalStateException("as tested");
        });
        begin(SWITCH, 1);
        run(1);
        assertThat(executed).containsExactly(SWITCH);
    }
}
