package net.beaconcontroller.api.store;

import java.util.Optional;
import net.beaconcontroller.api.store.Change.Delete;
import net.beaconcontroller.api.store.Change.Put;
import net.beaconcontroller.api.store.Change.Require;

/**
 * A part of a {@linkplain Store#commit commit}: what to do with one document, and the version that it must have.
 * Immutable.
 */
public sealed interface Change permits Put, Delete, Require {
    /** The {@link #requiredVersion} of an unconditional change. */
    long ANY_VERSION = -1;

    /** The namespace of the document. */
    String namespace();

    /** The key of the document. */
    String key();

    /** The version that the document must have; 0 if it must not exist; or {@link #ANY_VERSION}. */
    long requiredVersion();

    /** Returns this change with the condition that the document has a version; 0 if it must not exist. */
    Change ifVersion(long version);

    /** Returns this change with the condition that the document does not exist. */
    default Change ifAbsent() {
        return ifVersion(0);
    }

    /**
     * Returns a change that puts a document.
     *
     * @param value JSON text
     * @throws IllegalArgumentException if the namespace, the key or the value is not valid
     */
    static Put put(String namespace, String key, String value) {
        return new Put(namespace, key, value, ANY_VERSION, Optional.empty());
    }

    /** Returns a change that deletes a document. It has no effect if the document does not exist. */
    static Delete delete(String namespace, String key) {
        return new Delete(namespace, key, ANY_VERSION);
    }

    /** Returns a condition for the other changes of a commit: a document has this version; 0 if it does not exist. */
    static Require require(String namespace, String key, long version) {
        return new Require(namespace, key, version);
    }

    /**
     * Puts a document.
     *
     * @param value JSON text, at most {@link Store#MAX_VALUE_BYTES} in UTF-8
     * @param lease the document is deleted when the lease ends
     */
    record Put(String namespace, String key, String value, long requiredVersion, Optional<Lease> lease)
            implements Change {
        public Put {
            Names.require(namespace, key, requiredVersion);
            Names.requireSize(namespace, key, value);
        }

        @Override
        public Put ifVersion(long version) {
            return new Put(namespace, key, value, version, lease);
        }

        @Override
        public Put ifAbsent() {
            return ifVersion(0);
        }

        /** Returns this change for a document that is deleted when a lease ends. */
        public Put with(Lease owner) {
            return new Put(namespace, key, value, requiredVersion, Optional.of(owner));
        }
    }

    /** Deletes a document, if it exists. */
    record Delete(String namespace, String key, long requiredVersion) implements Change {
        public Delete {
            Names.require(namespace, key, requiredVersion);
        }

        @Override
        public Delete ifVersion(long version) {
            return new Delete(namespace, key, version);
        }
    }

    /** Changes nothing, but makes the commit depend on the version of a document. */
    record Require(String namespace, String key, long requiredVersion) implements Change {
        public Require {
            Names.require(namespace, key, requiredVersion);
        }

        @Override
        public Require ifVersion(long version) {
            return new Require(namespace, key, version);
        }
    }
}
