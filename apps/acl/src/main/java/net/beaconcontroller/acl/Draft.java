package net.beaconcontroller.acl;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.regex.Pattern;
import net.beaconcontroller.api.web.Description;
import org.jspecify.annotations.Nullable;

/**
 * A rule that a user adds. All parts are valid.
 *
 * @param name a unique name; null for {@code r} and a number
 * @param rule the text of the rule, in its shortest form
 */
public record Draft(
        @Description("unique name, such as web; without it, r and a number") @Nullable
        String name,

        @Description("rule, such as: deny tcp from 10.0.0.0/24 to 10.0.1.1 port 22")
        String rule,

        @Description("why the rule exists, at most 200 characters")
        String comment,

        @Description("false for a rule that does not apply now")
        boolean enabled) {
    private static final int MAX_COMMENT_LENGTH = 200;
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,31}");

    /**
     * Creates a rule from what a user has sent.
     *
     * @param enabled null for true
     * @throws IllegalArgumentException if a part is wrong
     */
    @JsonCreator
    static Draft of(
            @JsonProperty("name") @Nullable String name,
            @JsonProperty("rule") @Nullable String rule,
            @JsonProperty("comment") @Nullable String comment,
            @JsonProperty("enabled") @Nullable Boolean enabled) {
        return new Draft(
                name, rule == null ? "" : rule, comment == null ? "" : comment, !Boolean.FALSE.equals(enabled));
    }

    /** Returns an enabled rule without a name and a comment. */
    static Draft of(String rule) {
        return new Draft(null, rule, "", true);
    }

    public Draft {
        if (name != null && !NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "name %s: needs 1 to 32 lower-case letters, digits and hyphens, the first of them a letter"
                            .formatted(name));
        }
        rule = RuleParser.parse(rule).toString();
        if (comment.length() > MAX_COMMENT_LENGTH) {
            throw new IllegalArgumentException(
                    "a comment of %d characters: needs at most %d".formatted(comment.length(), MAX_COMMENT_LENGTH));
        }
    }
}
