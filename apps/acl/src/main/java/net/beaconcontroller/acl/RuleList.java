package net.beaconcontroller.acl;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.beaconcontroller.api.web.Problem;

/**
 * The rules as the store has them: one document, so that the order changes atomically. Immutable.
 *
 * @param lastId the highest id that a rule has or had
 * @param rules in their order
 */
record RuleList(int lastId, List<Entry> rules) {
    static final RuleList EMPTY = new RuleList(0, List.of());

    /**
     * A rule.
     *
     * @param id a positive number that no other rule has or had
     * @param name a unique name
     * @param rule its text, which {@link RuleParser} reads
     */
    record Entry(int id, String name, String rule, String comment, boolean enabled) {
        Entry withId(int value) {
            return new Entry(value, name, rule, comment, enabled);
        }

        Entry withEnabled(boolean value) {
            return new Entry(id, name, rule, comment, value);
        }
    }

    RuleList {
        rules = List.copyOf(rules);
    }

    Optional<Entry> find(String name) {
        return rules.stream().filter(entry -> entry.name().equals(name)).findFirst();
    }

    /**
     * Returns the list with a new rule.
     *
     * @throws Problem if there is a rule of this name
     */
    RuleList add(int position, Draft draft) {
        int id = lastId + 1;
        String name = draft.name();
        if (name == null) {
            name = "r" + id;
            while (find(name).isPresent()) {
                name += "-";
            }
        } else if (find(name).isPresent()) {
            throw Problem.of(400, "name %s: there is such a rule; needs another name".formatted(name))
                    .withCode(Problem.EXISTS)
                    .at("name", name);
        }
        return insert(position, new Entry(id, name, draft.rule(), draft.comment(), draft.enabled()));
    }

    /** Returns a list of these rules. Those whose names are in this list keep their ids. */
    RuleList replaceAll(List<Draft> drafts) {
        var changed = new RuleList(lastId, List.of());
        for (Draft draft : drafts) {
            RuleList longer = changed.add(Integer.MAX_VALUE, draft);
            Entry added = longer.rules.getLast();
            changed = find(added.name())
                    .map(old -> longer.replace(added, added.withId(old.id())))
                    .orElse(longer);
        }
        return changed;
    }

    /** Returns the list with a rule at a position from 1 on; at the end if the position is beyond it. */
    RuleList insert(int position, Entry entry) {
        var changed = new ArrayList<>(rules);
        changed.add(Math.min(position - 1, changed.size()), entry);
        return new RuleList(Math.max(lastId, entry.id()), changed);
    }

    RuleList remove(Entry entry) {
        var changed = new ArrayList<>(rules);
        changed.remove(entry);
        return new RuleList(lastId, changed);
    }

    RuleList replace(Entry entry, Entry by) {
        var changed = new ArrayList<>(rules);
        changed.set(changed.indexOf(entry), by);
        return new RuleList(lastId, changed);
    }
}
