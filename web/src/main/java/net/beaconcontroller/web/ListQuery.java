package net.beaconcontroller.web;

import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.UriBuilder;
import jakarta.ws.rs.core.UriInfo;
import java.net.URI;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.beaconcontroller.web.openapi.ListParameter;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
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

    /** Selects the elements of a list. */
    Page select(List<?> all, JsonMapper mapper) {
        List<?> selected = all;
        if (sort != null || !words.isEmpty()) {
            List<JsonNode> nodes =
                    all.stream().<JsonNode>map(mapper::valueToTree).toList();
            Stream<JsonNode> filtered = nodes.stream().filter(this::hasAllWords);
            selected = (sort == null || nodes.isEmpty() ? filtered : filtered.sorted(order(sort, nodes))).toList();
        }
        int from = Math.min(offset, selected.size());
        int to = (int) Math.min((long) from + limit, selected.size());
        return new Page(selected.subList(from, to), selected.size());
    }

    private boolean hasAllWords(JsonNode element) {
        return words.stream().allMatch(word -> contains(element, word));
    }

    private static boolean contains(JsonNode node, String word) {
        return node.isContainer()
                ? node.valueStream().anyMatch(value -> contains(value, word))
                : !node.isNull() && node.asString().toLowerCase(Locale.ROOT).contains(word);
    }

    /** Returns the order by a field. Fields have the names that they have in JSON. */
    private Comparator<JsonNode> order(String field, List<JsonNode> nodes) {
        if (nodes.stream().noneMatch(node -> node.has(field))) {
            String fields = nodes.stream()
                    .flatMap(node -> node.propertyNames().stream())
                    .distinct()
                    .collect(Collectors.joining(", "));
            throw Problem.ofField(
                    ListParameter.SORT.text(),
                    field,
                    fields.isEmpty() ? "the elements of this list have no fields" : "needs one of " + fields);
        }
        Comparator<JsonNode> order = Comparator.comparing(node -> node.path(field), ListQuery::compare);
        return descending ? order.reversed() : order;
    }

    /** Compares two values; null is the smallest. */
    private static int compare(JsonNode one, JsonNode other) {
        return one.isNumber() && other.isNumber()
                ? Double.compare(one.doubleValue(), other.doubleValue())
                : one.asString("").compareTo(other.asString(""));
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
