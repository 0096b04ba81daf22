package net.beaconcontroller.emulator.datapath;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.message.BundleAdd;
import net.beaconcontroller.openflow.message.BundleControl;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.GroupMod;
import net.beaconcontroller.openflow.message.Message;

/**
 * The bundles of a connection, OpenFlow 1.4.1 section 6.8: flow-mods and group-mods that are executed together when the
 * bundle is committed, all of them or none. For the loop's thread.
 */
final class Bundles {
    private static final int MAX_BUNDLES = 16;
    private static final int MAX_BYTES = 64 << 20;
    private static final int KNOWN_FLAGS = BundleControl.ATOMIC | BundleControl.ORDERED;

    /** The offset of the message in a BUNDLE_ADD_MESSAGE. */
    private static final int MESSAGE = 16;

    /** A message of a bundle, and its bytes. */
    record Entry(Message message, Bytes bytes) {}

    private static final class Bundle {
        final int flags;
        final List<Entry> entries = new ArrayList<>();
        int bytes;
        boolean isClosed;

        Bundle(int flags) {
            this.flags = flags;
        }
    }

    private final Map<Long, Bundle> bundles = new HashMap<>();

    /** Forgets all bundles, because the connection is another one. */
    void clear() {
        bundles.clear();
    }

    /** Opens a bundle. */
    void open(BundleControl request) {
        if (bundles.containsKey(request.bundleId())) {
            throw new RequestException(ErrorCode.BUNDLE_EXISTS, "bundle %d is open".formatted(request.bundleId()));
        }
        open(request.bundleId(), request.flags());
    }

    private Bundle open(long id, int flags) {
        if ((flags & ~KNOWN_FLAGS) != 0) {
            throw new RequestException(ErrorCode.BAD_BUNDLE_FLAGS, "flags=0x%x".formatted(flags));
        }
        if (bundles.size() >= MAX_BUNDLES) {
            throw new RequestException(ErrorCode.OUT_OF_BUNDLES, "more than %d bundles".formatted(MAX_BUNDLES));
        }
        var bundle = new Bundle(flags);
        bundles.put(id, bundle);
        return bundle;
    }

    /** Adds a message to a bundle, which is opened if it is not. */
    void add(BundleAdd add, byte[] array, int start) {
        Bundle bundle = bundles.get(add.bundleId());
        if (bundle == null) {
            bundle = open(add.bundleId(), add.flags());
        }
        if (bundle.isClosed) {
            throw new RequestException(ErrorCode.BUNDLE_CLOSED, "bundle %d is closed".formatted(add.bundleId()));
        }
        if (bundle.flags != add.flags()) {
            throw new RequestException(ErrorCode.BAD_BUNDLE_FLAGS, "other flags than those of the bundle");
        }
        Message message = add.message().message();
        if (!(message instanceof FlowMod) && !(message instanceof GroupMod)) {
            throw new RequestException(ErrorCode.BAD_BUNDLED_MESSAGE, message.type() + " in a bundle");
        }
        if (add.message().xid() != Header.xid(array, start)) {
            throw new RequestException(ErrorCode.BAD_BUNDLED_XID, "another transaction id in the bundle");
        }
        Bytes bytes = Bytes.of(array, start + MESSAGE, Header.length(array, start + MESSAGE));
        bundle.bytes += bytes.length();
        if (bundle.bytes > MAX_BYTES) {
            throw new RequestException(ErrorCode.TOO_MANY_BUNDLED, "more than %d bytes".formatted(MAX_BYTES));
        }
        bundle.entries.add(new Entry(message, bytes));
    }

    /** Closes a bundle to further messages. */
    void close(BundleControl request) {
        Bundle bundle = find(request);
        if (bundle.isClosed) {
            throw new RequestException(ErrorCode.BUNDLE_CLOSED, "bundle %d is closed".formatted(request.bundleId()));
        }
        bundle.isClosed = true;
    }

    /** Removes a bundle, and returns its messages. */
    List<Entry> take(BundleControl request) {
        Bundle bundle = find(request);
        bundles.remove(request.bundleId());
        return bundle.entries;
    }

    private Bundle find(BundleControl request) {
        Bundle bundle = bundles.get(request.bundleId());
        if (bundle == null) {
            throw new RequestException(ErrorCode.BAD_BUNDLE_ID, "unknown bundle %d".formatted(request.bundleId()));
        }
        if (bundle.flags != request.flags()) {
            bundles.remove(request.bundleId());
            throw new RequestException(ErrorCode.BAD_BUNDLE_FLAGS, "other flags than those of the bundle");
        }
        return bundle;
    }
}
