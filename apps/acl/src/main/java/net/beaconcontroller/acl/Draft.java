package net.beaconcontroller.acl;

import java.util.regex.Pattern;
import net.beaconcontroller.api.web.Problem;
import org.jspecify.annotations.Nullable;

/**
 * A rule that a user adds. All parts are valid.
 *
 * @param name a unique name; null for {@code r} and a number
 * @param rule the text of the rule, in its shortest form
 */
record Draft(@Nullable String name, String rule, String comment, boolean enabled) {
    private static final int MAX_COMMENT_LENGTH = 200;
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,31}");

    /**
     * Creates a rule.
     *
     * @throws Problem if a part is wrong
     */
    Draft {
        if (name != null && !NAME.matcher(name).matches()) {
            throw Problem.of(
                            400,
                            "name %s: needs 1 to 32 lower-case letters, digits and hyphens, the first of them a letter"
                                    .formatted(name))
                    .at("name", name);
        }
        rule = RuleParser.parse(rule).toString();
        if (comment.length() > MAX_COMMENT_LENGTH) {
            throw Problem.of(
                            400,
                            "a comment of %d characters: needs at most %d"
                                    .formatted(comment.length(), MAX_COMMENT_LENGTH))
                    .at("comment", comment);
        }
    }

    /** Returns an enabled rule without a name and a comment. */
    static Draft of(String rule) {
        return new Draft(null, rule, "", true);
    }
}
