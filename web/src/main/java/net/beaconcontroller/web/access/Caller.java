package net.beaconcontroller.web.access;

import java.security.Principal;

/**
 * The sender of a request. Used by one thread.
 *
 * <p>A resource that changes something describes the change with {@link #note}, for the audit log.
 */
public final class Caller implements Principal {
    private final String name;
    private final Role role;
    private String note = "";

    Caller(String name, Role role) {
        this.name = name;
        this.role = role;
    }

    /** Returns the name of the token. */
    @Override
    public String getName() {
        return name;
    }

    public Role role() {
        return role;
    }

    /** Adds a description to the line of this request in the audit log. */
    public void note(String description) {
        note = description;
    }

    String note() {
        return note;
    }

    @Override
    public String toString() {
        return "%s (%s)".formatted(name, role.text());
    }
}
