package net.beaconcontroller.web;

import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.UriBuilder;
import jakarta.ws.rs.core.UriInfo;
import java.net.URI;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.stream.Stream;
import net.beaconcontroller.api.web.LazyList;
import net.beaconcontroller.api.web.Problem;
import net.beaconcontroller.web.openapi.ListParameter;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * The part of a list that a request asks for. All lists have these parameters.
 *
 * @param offset the number of elements to skip
 * @param limit the maximum number of elements
 * @param sort the field to sort by
 * @param descending whether the largest value is first
 * @param words in lower case; an element needs to contain each of them in one of its values
 */
record ListQuery(int offset, int limit, @Nullable String sort, boolean descending, List<String> words) {
    /**
     * An answer.
     *
     * @param elements those asked for
     * @param total the number of elements that the filter selects
     */
    record Page(List<?> elements, int total) {}

    /** Reads the parameters of a request. */
    static ListQuery of(MultivaluedMap<String, String> parameters) {
        String sort = parameters.getFirst(ListParameter.SORT.text());
        boolean descending = sort != null && sort.startsWith("-");
        String filter = parameters.getFirst(ListParameter.FILTER.text());
        return new ListQuery(
                number(parameters, ListParameter.OFFSET, 0, 0),
                number(parameters, ListParameter.LIMIT, 1, Integer.MAX_VALUE),
                descending ? sort.substring(1) : sort,
                descending,
                filter == null
                        ? List.of()
                        : Stream.of(filter.toLowerCase(Locale.ROOT).split("\\s+"))
                                .filter(word -> !word.isEmpty())
                                .toList());
    }

    private static int number(
            MultivaluedMap<String, String> parameters, ListParameter parameter, int smallest, int absent) {
        String text = parameters.getFirst(parameter.text());
        if (text == null) {
            return absent;
        }
        try {
            int number = Integer.parseInt(text);
            if (number >= smallest) {
                return number;
            }
        } catch (NumberFormatException _) {
            // refused below
        }
        throw Problem.ofField(
                parameter.text(), text, "needs a number from %d to %d".formatted(smallest, Integer.MAX_VALUE));
    }

    /** An element that the filter selects: its place in the list, and its sort key. */
    private record Row(int index, Comparable<?> key) {}

    /**
     * Selects the elements of a list. Reads each element at most twice, and keeps none but those of the page, so that a
     * list may make its elements when they are read.
     */
    Page select(List<?> all, JsonMapper mapper) {
        if (sort == null && words.isEmpty()) {
            return page(all, all.size());
        }
        var fields = new ElementFields(mapper);
        Comparator<Row> order = order();
        // The first rows up to the end of the page, the last of them first.
        var rows = new PriorityQueue<>(order.reversed());
        int total = 0;
        for (int i = 0; i < all.size(); i++) {
            Object element = all.get(i);
            if (words.stream().allMatch(word -> fields.contains(element, word))) {
                total++;
                rows.add(new Row(i, sort == null ? "" : fields.sortKey(element, sort)));
                if (rows.size() > (long) offset + limit) {
                    rows.remove();
                }
            }
        }
        requireKnown(fields.names(), total);
        List<Row> ordered = rows.stream().sorted(order).toList();
        return page(LazyList.of(ordered, row -> all.get(row.index)), total);
    }

    private Page page(List<?> selected, int total) {
        int from = Math.min(offset, selected.size());
        int to = (int) Math.min((long) from + limit, selected.size());
        return new Page(selected.subList(from, to), total);
    }

    private void requireKnown(Set<String> fields, int total) {
        if (sort != null && total > 0 && !fields.contains(sort)) {
            throw Problem.ofField(
                    ListParameter.SORT.text(),
                    sort,
                    fields.isEmpty()
                            ? "the elements of this list have no fields"
                            : "needs one of " + String.join(", ", fields));
        }
    }

    /** Returns the order by the field, and of equal rows by their places. */
    private Comparator<Row> order() {
        Comparator<Row> byKey = (one, other) -> compare(one.key, other.key);
        return (descending ? byKey.reversed() : byKey).thenComparingInt(Row::index);
    }

    /** Compares two values; null, an empty text, is the smallest. */
    private static int compare(Comparable<?> one, Comparable<?> other) {
        return one instanceof Double number && other instanceof Double second
                ? Double.compare(number, second)
                : one.toString().compareTo(other.toString());
    }

    /** Returns the address of the page after this one, if there is one. */
    Optional<URI> next(UriInfo uri, Page page) {
        int end = offset + page.elements().size();
        if (page.elements().isEmpty() || end >= page.total()) {
            return Optional.empty();
        }
        UriBuilder next = uri.getRequestUriBuilder().replaceQueryParam(ListParameter.OFFSET.text(), end);
        return Optional.of(next.build());
    }
}
