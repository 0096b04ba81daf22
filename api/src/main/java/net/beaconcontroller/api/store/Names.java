package net.beaconcontroller.api.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.regex.Pattern;

/** Checks what a change consists of. */
final class Names {
    private static final Pattern NAMESPACE = Pattern.compile("[a-z][a-z0-9.-]{0,63}");

    private Names() {}

    static void require(String namespace, String key, long requiredVersion) {
        if (!NAMESPACE.matcher(namespace).matches()) {
            throw new IllegalArgumentException(
                    ("namespace '%s': needs 1 to 64 lower-case letters, digits, dots and hyphens, "
                                    + "the first of them a letter")
                            .formatted(namespace));
        }
        int bytes = key.getBytes(UTF_8).length;
        if (bytes == 0 || bytes > Store.MAX_KEY_BYTES || !key.codePoints().allMatch(Names::isText)) {
            throw new IllegalArgumentException(
                    "key '%s' of namespace %s: needs 1 to %d bytes of UTF-8, without control characters"
                            .formatted(key, namespace, Store.MAX_KEY_BYTES));
        }
        if (requiredVersion < Change.ANY_VERSION) {
            throw new IllegalArgumentException("%s/%s: required version %d: needs a version, or 0 for no document"
                    .formatted(namespace, key, requiredVersion));
        }
    }

    /** Returns whether a code point has a meaning: a store may use the others to delimit ranges of keys. */
    private static boolean isText(int codePoint) {
        return Character.isDefined(codePoint)
                && !Character.isISOControl(codePoint)
                && Character.getType(codePoint) != Character.SURROGATE;
    }

    static void requireSize(String namespace, String key, String value) {
        if (value.length() > Store.MAX_VALUE_BYTES || value.getBytes(UTF_8).length > Store.MAX_VALUE_BYTES) {
            throw new IllegalArgumentException("%s/%s: the value has %d characters; at most %d bytes of UTF-8 are valid"
                    .formatted(namespace, key, value.length(), Store.MAX_VALUE_BYTES));
        }
    }
}
