package net.beaconcontroller.lab;

import java.util.List;
import net.beaconcontroller.labkit.ToolCondition;

/** The condition of {@link NeedsDebian}. */
final class DebianCondition extends ToolCondition {
    private static final List<String> MISSING =
            notOnPath(List.of("dpkg-deb", "man", "systemd-analyze")).toList();
    private static final String REASON = "no packages without %s; run on Debian, after: apt-get install man-db systemd"
            .formatted(String.join(", ", MISSING));

    static {
        tell(MISSING, REASON);
    }

    DebianCondition() {
        super(MISSING, REASON);
    }
}
