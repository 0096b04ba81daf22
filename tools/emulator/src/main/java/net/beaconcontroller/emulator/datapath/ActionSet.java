package net.beaconcontroller.emulator.datapath;

import java.util.ArrayList;
import java.util.List;
import net.beaconcontroller.openflow.action.Action;
import org.jspecify.annotations.Nullable;

/**
 * The actions that wait for the end of the pipeline: at most one of a sort, a later one in the place of an earlier, and done in
 * an order of their own. OpenFlow 1.3.5 section 5.10. For the loop's thread.
 */
final class ActionSet {
    /** The sorts, in the order in which they are done; of fields, each is a sort. */
    private enum Sort {
        POP_VLAN,
        PUSH_VLAN,
        TIME_TO_LIVE,
        SET_FIELD,
        QUEUE,
        GROUP,
        OUTPUT;

        static Sort of(Action action) {
            return switch (action) {
                case Action.PopVlan _ -> POP_VLAN;
                case Action.PushVlan _ -> PUSH_VLAN;
                case Action.DecrementIpTtl _, Action.SetIpTtl _ -> TIME_TO_LIVE;
                case Action.SetField _ -> SET_FIELD;
                case Action.SetQueue _ -> QUEUE;
                case Action.ToGroup _ -> GROUP;
                default -> OUTPUT;
            };
        }
    }

    private static final Sort[] SORTS = Sort.values();

    private final List<Action> written = new ArrayList<>();

    void clear() {
        written.clear();
    }

    void write(List<Action> actions) {
        if (!actions.isEmpty()) { // else the list would make an array of nothing for each packet
            written.addAll(actions);
        }
    }

    /** The actions as they are to be done; where there is a group, there is no output. */
    List<Action> inOrder() {
        return written.isEmpty() ? List.of() : inOrder(written);
    }

    /** The same of a bucket, which is a set of actions too. */
    static List<Action> inOrder(List<Action> actions) {
        var ordered = new ArrayList<Action>(actions.size());
        boolean group = false;
        for (Sort sort : SORTS) {
            if (sort == Sort.SET_FIELD) {
                // of a field that is set twice, the later value is what remains
                actions.stream().filter(action -> Sort.of(action) == sort).forEach(ordered::add);
            } else if (sort != Sort.OUTPUT || !group) {
                Action last = last(sort, actions);
                if (last != null) {
                    group |= sort == Sort.GROUP;
                    ordered.add(last);
                }
            }
        }
        return ordered;
    }

    private static @Nullable Action last(Sort sort, List<Action> actions) {
        for (Action action : actions.reversed()) {
            if (Sort.of(action) == sort) {
                return action;
            }
        }
        return null;
    }
}
