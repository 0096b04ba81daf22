package net.beaconcontroller.web.access;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The permissions of the owner of a token. */
public enum Role {
    /** Requests that change nothing: GET and HEAD. */
    @JsonProperty("read-only")
    READ_ONLY,
    /** All requests. */
    @JsonProperty("admin")
    ADMIN;

    /** Returns the name in requests and responses, and of the role in {@code @RolesAllowed}. */
    public String text() {
        return this == ADMIN ? "admin" : "read-only";
    }
}
