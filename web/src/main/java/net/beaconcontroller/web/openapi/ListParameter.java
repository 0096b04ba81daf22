package net.beaconcontroller.web.openapi;

import net.beaconcontroller.net.Words;

/** A query parameter that all lists have. */
public enum ListParameter {
    OFFSET("integer", "number of elements to skip"),
    LIMIT("integer", "maximum number of elements; all if it is absent"),
    SORT("string", "field to sort by; with a minus before it, the largest value is first"),
    FILTER("string", "words, each of which an element needs to contain in one of its values, in upper or lower case");

    private final String type;
    private final String description;

    ListParameter(String type, String description) {
        this.type = type;
        this.description = description;
    }

    /** Returns the name of the parameter. */
    public String text() {
        return Words.of(this);
    }

    String type() {
        return type;
    }

    String description() {
        return description;
    }
}
