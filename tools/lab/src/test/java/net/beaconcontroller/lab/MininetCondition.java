package net.beaconcontroller.lab;

import java.util.List;
import net.beaconcontroller.labkit.ToolCondition;

/** The condition of {@link NeedsMininet}. */
final class MininetCondition extends ToolCondition {
    private static final List<String> MISSING = notOnPath(List.of("mn")).toList();
    private static final String REASON = "no Mininet without mn; run after: apt-get install mininet";

    static {
        tell(MISSING, REASON);
    }

    MininetCondition() {
        super(MISSING, REASON);
    }
}
