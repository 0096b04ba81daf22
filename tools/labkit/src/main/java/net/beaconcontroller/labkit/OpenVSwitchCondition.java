package net.beaconcontroller.labkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The condition of {@link NeedsOpenVSwitch}. */
final class OpenVSwitchCondition extends ToolCondition {
    private static final List<String> TOOLS =
            List.of("ethtool", "ip", "ovs-ofctl", "ovs-vsctl", "ovs-vswitchd", "ovsdb-server", "ovsdb-tool", "ping");
    private static final String REMEDY =
            "run as root, on Linux, after: apt-get install openvswitch-switch iproute2 iputils-ping ethtool";

    /** Bits of a capability set, see capabilities(7): one creates network namespaces, the other configures them. */
    private static final long SYS_ADMIN_AND_NET_ADMIN = 1L << 21 | 1L << 12;

    private static final Pattern CAPABILITIES = Pattern.compile("CapEff:\\s*(\\p{XDigit}+)");

    private static final List<String> MISSING = missing();
    private static final String REASON =
            "no Open vSwitch lab without %s; %s".formatted(String.join(", ", MISSING), REMEDY);

    static {
        tell(MISSING, REASON);
    }

    OpenVSwitchCondition() {
        super(MISSING, REASON);
    }

    private static List<String> missing() {
        if (!System.getProperty("os.name").equals("Linux")) {
            return List.of("Linux");
        }
        var missing = new ArrayList<String>();
        if (!isAllowed()) {
            missing.add("root's CAP_SYS_ADMIN and CAP_NET_ADMIN");
        }
        notOnPath(TOOLS).forEach(missing::add);
        return missing;
    }

    /** Checks the capabilities and not the user, because root in a container may lack them. */
    private static boolean isAllowed() {
        try {
            Matcher set = CAPABILITIES.matcher(Files.readString(Path.of("/proc/self/status")));
            return set.find()
                    && (Long.parseUnsignedLong(set.group(1), 16) & SYS_ADMIN_AND_NET_ADMIN) == SYS_ADMIN_AND_NET_ADMIN;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
