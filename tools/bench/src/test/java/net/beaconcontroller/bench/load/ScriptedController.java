package net.beaconcontroller.bench.load;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import net.beaconcontroller.bench.EnvelopeReader;
import net.beaconcontroller.bench.Target;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.message.Envelope;
import net.beaconcontroller.openflow.message.FeaturesRequest;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.Hello;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PacketOut;

/** A controller that answers packet-ins by a script of the test. Each connection has a thread. */
final class ScriptedController implements AutoCloseable {

    /** Returns the answers to a packet-in of a switch; the first packet-in has number 0. */
    interface Script {
        List<Envelope> answers(long number, Envelope packetIn) throws IOException;
    }

    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final List<Envelope> received = new CopyOnWriteArrayList<>();
    private final Version version;
    private final Script script;
    private final Script priming;
    private final AtomicInteger primings = new AtomicInteger();

    ScriptedController(Version version, Script script) throws IOException {
        this(version, script, (_, packetIn) -> List.of(flowMod(packetIn)));
    }

    /** Creates a controller that answers priming packet-ins, of all switches together, by a second script. */
    ScriptedController(Version version, Script script, Script priming) throws IOException {
        this.version = version;
        this.script = script;
        this.priming = priming;
        Thread.ofPlatform().daemon().name("scripted-controller").start(this::accept);
    }

    Target target() {
        return new Target((InetSocketAddress) server.getLocalSocketAddress(), OptionalLong.empty());
    }

    /** Returns the received messages, except packet-ins of the load. */
    List<Envelope> received() {
        return received;
    }

    /** Returns a flow-mod with this transaction ID and this buffer ID. */
    static Envelope flowMod(Envelope packetIn, long xid, long bufferId) {
        return Envelope.of(
                packetIn.version(),
                xid,
                FlowMod.add().bufferId(bufferId).actions(new Action.Output(2)).build());
    }

    /** Returns a flow-mod with the transaction ID and the buffer ID of the packet-in. */
    static Envelope flowMod(Envelope packetIn) {
        return flowMod(packetIn, packetIn.xid(), ((PacketIn) packetIn.message()).bufferId());
    }

    /** Returns a packet-out of the packet, with its buffer, and with these actions. */
    static Envelope packetOut(Envelope in, Action... actions) {
        var packetIn = (PacketIn) in.message();
        return Envelope.of(
                in.version(),
                in.xid(),
                new PacketOut(packetIn.bufferId(), packetIn.inPort(), List.of(actions), packetIn.data()));
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = server.accept();
                sockets.add(socket);
                Thread.ofPlatform().daemon().name("scripted-session").start(() -> serve(socket));
            }
        } catch (IOException _) {
            // The controller was closed.
        }
    }

    private void serve(Socket socket) {
        try (socket;
                var in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 1 << 16));
                var out = new BufferedOutputStream(socket.getOutputStream(), 1 << 16)) {
            socket.setTcpNoDelay(true);
            write(out, Envelope.of(version, 0, Hello.offering(Set.of(version))));
            write(out, Envelope.of(version, 0, new FeaturesRequest()));
            out.flush();
            long number = 0;
            while (true) {
                Envelope message = EnvelopeReader.read(in);
                List<Envelope> answers = List.of();
                if (message.message() instanceof PacketIn packetIn && packetIn.inPort() == PacketInBatch.HOSTS_PORT) {
                    answers = script.answers(number++, message);
                } else {
                    received.add(message);
                    if (message.message() instanceof PacketIn) {
                        answers = priming.answers(primings.getAndIncrement(), message);
                    }
                }
                for (Envelope answer : answers) {
                    write(out, answer);
                }
                if (in.available() == 0) {
                    out.flush();
                }
            }
        } catch (IOException _) {
            // The connection was closed by the script or by the switch.
        }
    }

    private static void write(OutputStream out, Envelope message) throws IOException {
        out.write(message.toBytes());
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
