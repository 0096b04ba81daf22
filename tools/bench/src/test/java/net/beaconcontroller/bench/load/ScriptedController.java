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
import net.beaconcontroller.bench.Target;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.Envelope;
import net.beaconcontroller.openflow.message.FeaturesRequest;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.Hello;
import net.beaconcontroller.openflow.message.PacketIn;

/** A controller that answers packet-ins as a test says: well, badly, or not at all. A thread for each switch. */
final class ScriptedController implements AutoCloseable {

    /** What is answered to the packet-in of this number, from 0, of a switch. */
    interface Script {
        List<Envelope> answers(long number, Envelope packetIn) throws IOException;
    }

    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final List<Envelope> heard = new CopyOnWriteArrayList<>();
    private final Version version;
    private final Script script;
    private final AtomicInteger deafFor;

    ScriptedController(Version version, Script script) throws IOException {
        this(version, script, 0);
    }

    /** One that is still setting the switch up when the first packet-ins come that teach it. */
    ScriptedController(Version version, Script script, int deafFor) throws IOException {
        this.version = version;
        this.script = script;
        this.deafFor = new AtomicInteger(deafFor);
        Thread.ofPlatform().daemon().name("scripted-controller").start(this::accept);
    }

    Target target() {
        return new Target((InetSocketAddress) server.getLocalSocketAddress(), OptionalLong.empty());
    }

    /** What switches have said but packet-ins of the load. */
    List<Envelope> dataRead() {
        return heard;
    }

    /** A flow-mod for what the switch keeps in this buffer. */
    static Envelope flowMod(Envelope packetIn, long xid, long bufferId) {
        return Envelope.of(
                packetIn.version(),
                xid,
                FlowMod.add().bufferId(bufferId).actions(new Action.Output(2)).build());
    }

    /** A flow-mod as it should be. */
    static Envelope flowMod(Envelope packetIn) {
        return flowMod(packetIn, packetIn.xid(), ((PacketIn) packetIn.message()).bufferId());
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = server.accept();
                sockets.add(socket);
                Thread.ofPlatform().daemon().name("scripted-session").start(() -> serve(socket));
            }
        } catch (IOException _) {
            // closed
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
                Envelope message = read(in);
                if (message.message() instanceof PacketIn packetIn && packetIn.bufferId() != PacketIn.NO_BUFFER) {
                    for (Envelope answer : script.answers(number++, message)) {
                        write(out, answer);
                    }
                } else {
                    heard.add(message);
                    if (message.message() instanceof PacketIn) {
                        boolean isDeaf = deafFor.getAndDecrement() > 0;
                        write(out, isDeaf ? flowMod(message, 5, PacketIn.NO_BUFFER) : flowMod(message));
                    }
                }
                if (in.available() == 0) {
                    out.flush();
                }
            }
        } catch (IOException _) {
            // closed, by the script or by the switch
        }
    }

    private static void write(OutputStream out, Envelope message) throws IOException {
        out.write(message.toBytes());
    }

    private static Envelope read(DataInputStream in) throws IOException {
        byte[] header = in.readNBytes(Header.LENGTH);
        if (header.length < Header.LENGTH) {
            throw new IOException("closed");
        }
        byte[] message = new byte[Header.length(header, 0)];
        System.arraycopy(header, 0, message, 0, Header.LENGTH);
        in.readFully(message, Header.LENGTH, message.length - Header.LENGTH);
        return Messages.read(message, 0, message.length);
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
