package net.beaconcontroller.api.store;

/** Thrown by a commit if a document does not have the version that a change requires. Nothing has changed then. */
public final class ConflictException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String namespace;
    private final String key;
    private final long requiredVersion;
    private final long version;

    /**
     * Creates an exception.
     *
     * @param requiredVersion the version that the change requires, 0 for no document
     * @param version the version of the document, 0 if it does not exist
     */
    public ConflictException(String namespace, String key, long requiredVersion, long version) {
        super("%s/%s: the change requires %s, but %s"
                .formatted(
                        namespace,
                        key,
                        requiredVersion == 0 ? "that it does not exist" : "version " + requiredVersion,
                        version == 0 ? "it does not exist" : "it has version " + version));
        this.namespace = namespace;
        this.key = key;
        this.requiredVersion = requiredVersion;
        this.version = version;
    }

    /** Returns the namespace of the document. */
    public String namespace() {
        return namespace;
    }

    /** Returns the key of the document. */
    public String key() {
        return key;
    }

    /** Returns the version that the change requires, 0 for no document. */
    public long requiredVersion() {
        return requiredVersion;
    }

    /** Returns the version of the document, 0 if it does not exist. */
    public long version() {
        return version;
    }
}
