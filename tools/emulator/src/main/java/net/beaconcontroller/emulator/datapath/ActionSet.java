package net.beaconcontroller.emulator.datapath;

import java.util.ArrayList;
import java.util.List;
import net.beaconcontroller.openflow.action.Action;
import org.jspecify.annotations.Nullable;

/**
 * The action set of a packet, OpenFlow 1.3.5 section 5.10: at most one action of each kind, where a later action
 * replaces an earlier one, executed in a fixed order. For the loop's thread.
 */
final class ActionSet {
    /** The kinds in execution order. Set-field actions are one kind per field. */
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
        // Avoids that addAll allocates an empty array for each packet.
        if (!actions.isEmpty()) {
            written.addAll(actions);
        }
    }

    /** Returns the actions in execution order. A group action excludes output actions. */
    List<Action> inOrder() {
        return written.isEmpty() ? List.of() : inOrder(written);
    }

    /** Returns the actions of a bucket, which is an action set too, in execution order. */
    static List<Action> inOrder(List<Action> actions) {
        var ordered = new ArrayList<Action>(actions.size());
        boolean group = false;
        for (Sort sort : SORTS) {
            if (sort == Sort.SET_FIELD) {
                // All set-field actions are kept: if two set the same field, the later value remains.
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
