package net.beaconcontroller.bench.responder;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import net.beaconcontroller.bench.Load;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.FeaturesRequest;
import net.beaconcontroller.openflow.message.Hello;
import net.beaconcontroller.switchkit.io.Framer;
import net.beaconcontroller.switchkit.io.SelectLoop;

/**
 * A connection of a switch to the null controller. A protocol error closes only this connection. Confined to the thread
 * of its loop.
 */
final class SwitchConnection implements SelectLoop.Ready {
    /** Message types with the same number in all versions. */
    private static final int HELLO = MessageType.HELLO.wire(Version.OF10);

    private static final int ECHO_REQUEST = MessageType.ECHO_REQUEST.wire(Version.OF10);
    private static final int ECHO_REPLY = MessageType.ECHO_REPLY.wire(Version.OF10);
    private static final int PACKET_IN = MessageType.PACKET_IN.wire(Version.OF10);

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SocketChannel channel;
    private final Responder.Worker worker;
    private final SelectionKey key;
    private final Framer messages;
    private Version version = Version.OF10;
    private FlowModBatch flowMods;

    /** Bytes that the socket did not accept. Until they are written, nothing is read. */
    private ByteBuffer unsent = NOTHING;

    private SwitchConnection(SocketChannel channel, Responder.Worker worker) throws IOException {
        this.channel = channel;
        this.worker = worker;
        this.messages = new Framer(worker.loop().input());
        this.flowMods = worker.flowMods(version);
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        this.key = worker.loop().register(channel, SelectionKey.OP_READ, this);
        send(ByteBuffer.wrap(Messages.encode(Hello.offering(Load.VERSIONS), Version.OF13, 0)));
    }

    static void open(SocketChannel channel, Responder.Worker worker) {
        try {
            new SwitchConnection(channel, worker);
        } catch (IOException _) {
            SelectLoop.closeQuietly(channel);
        }
    }

    @Override
    public void ready(SelectionKey ready) throws IOException {
        if (unsent.hasRemaining()) {
            flushUnsent();
        } else {
            read();
        }
    }

    @Override
    public void failed(Throwable cause) {
        // The batch is shared with other switches.
        flowMods.take();
        SelectLoop.closeQuietly(channel);
    }

    /** Reads and answers messages. Closes the connection at the end of the stream. */
    private void read() throws IOException {
        if (messages.read(channel) < 0) {
            channel.close();
            return;
        }
        messages.split(this::message);
        send(flowMods.take());
    }

    private void message(ByteBuffer in, int at, int length) throws IOException {
        int type = in.get(at + 1);
        if (type == PACKET_IN) {
            answer(in, at, length);
        } else if (type == HELLO) {
            hello(Framer.copy(in, at, length));
        } else if (type == ECHO_REQUEST) {
            byte[] reply = Framer.copy(in, at, length);
            reply[1] = (byte) ECHO_REPLY;
            // Answers keep the order of the requests.
            send(flowMods.take());
            send(ByteBuffer.wrap(reply));
        }
    }

    private void answer(ByteBuffer in, int at, int length) throws IOException {
        flowMods.add(in, at, length);
        if (flowMods.isFull()) {
            send(flowMods.take());
        }
    }

    private void hello(byte[] message) throws IOException {
        Hello hello = Messages.decodeHello(message, 0, message.length);
        version = hello.negotiate(Load.VERSIONS, Header.version(message, 0))
                .orElseThrow(() -> new IOException("unsupported version; needs OpenFlow " + Load.versions()));
        flowMods = worker.flowMods(version);
        send(ByteBuffer.wrap(Messages.encode(new FeaturesRequest(), version, 1)));
    }

    private void send(ByteBuffer out) throws IOException {
        if (!unsent.hasRemaining()) {
            channel.write(out);
        }
        if (out.hasRemaining()) {
            var both = ByteBuffer.allocate(unsent.remaining() + out.remaining());
            unsent = both.put(unsent).put(out).flip();
            key.interestOps(SelectionKey.OP_WRITE);
        }
    }

    private void flushUnsent() throws IOException {
        channel.write(unsent);
        if (!unsent.hasRemaining()) {
            unsent = NOTHING;
            key.interestOps(SelectionKey.OP_READ);
        }
    }
}
