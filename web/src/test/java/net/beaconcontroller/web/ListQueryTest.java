package net.beaconcontroller.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.ws.rs.core.MultivaluedHashMap;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import net.beaconcontroller.api.web.LazyList;
import net.beaconcontroller.api.web.Problem;
import net.beaconcontroller.web.http.Json;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ListQueryTest {
    private record Place(
            @JsonProperty("switch") String datapathId,
            @Nullable Integer port) {}

    private record Named(
            String id,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String name) {}

    private static final List<Place> PLACES =
            List.of(new Place("b", 10), new Place("c", null), new Place("a", 9), new Place("d", 9));

    private static List<String> select(String parameter, String value, List<?> all) {
        var parameters = new MultivaluedHashMap<>(Map.of(parameter, value));
        return ListQuery.of(parameters).select(all, Json.MAPPER).elements().stream()
                .map(Json.MAPPER::writeValueAsString)
                .toList();
    }

    @Test
    void sortsByTheNameThatAFieldHasInJson() {
        assertThat(select("sort", "switch", PLACES))
                .containsExactly(
                        "{\"switch\":\"a\",\"port\":9}",
                        "{\"switch\":\"b\",\"port\":10}",
                        "{\"switch\":\"c\",\"port\":null}",
                        "{\"switch\":\"d\",\"port\":9}");
    }

    @Test
    void nullIsTheSmallestValue() {
        assertThat(select("sort", "port", PLACES))
                .extracting(place -> place.replaceAll("[^0-9nul]|[a-z]{6}", ""))
                .containsExactly("null", "9", "9", "10");
        assertThat(select("sort", "-port", PLACES)).last().asString().contains("null");
    }

    @Test
    void anElementMayLackTheField() {
        List<Named> all = List.of(new Named("1", null), new Named("2", "x"), new Named("3", "a"));
        assertThat(select("sort", "-name", all))
                .containsExactly("{\"id\":\"2\",\"name\":\"x\"}", "{\"id\":\"3\",\"name\":\"a\"}", "{\"id\":\"1\"}");
    }

    @Test
    void refusesAnUnknownFieldAndNamesTheOthers() {
        assertThatThrownBy(() -> select("sort", "datapathId", PLACES))
                .isInstanceOf(Problem.class)
                .hasMessage("sort = datapathId: needs one of switch, port");
        assertThatThrownBy(() -> select("sort", "x", List.of("text")))
                .isInstanceOf(Problem.class)
                .hasMessage("sort = x: the elements of this list have no fields");
    }

    /** Returns a list of a million numbered places, which counts those that were made. */
    private static List<Place> many(AtomicInteger made) {
        return LazyList.of(IntStream.range(0, 1_000_000).boxed().toList(), i -> {
            made.incrementAndGet();
            return new Place("s" + i % 10, i);
        });
    }

    private static ListQuery query(Map<String, String> parameters) {
        return ListQuery.of(new MultivaluedHashMap<>(parameters));
    }

    @Test
    void makesOnlyTheElementsOfThePage() {
        var made = new AtomicInteger();
        ListQuery.Page page = query(Map.of("offset", "500000", "limit", "2")).select(many(made), Json.MAPPER);
        assertThat(page.elements()).isEqualTo(List.of(new Place("s0", 500_000), new Place("s1", 500_001)));
        assertThat(page.total()).isEqualTo(1_000_000);
        assertThat(made.get()).isEqualTo(2);
    }

    @Test
    void cutsWhatItSortsAndFiltersAndKeepsTheOrderOfEqualElements() {
        ListQuery.Page page = query(Map.of("filter", "s7", "sort", "-switch", "offset", "1", "limit", "2"))
                .select(many(new AtomicInteger()), Json.MAPPER);
        assertThat(page.elements()).isEqualTo(List.of(new Place("s7", 17), new Place("s7", 27)));
        assertThat(page.total()).isEqualTo(100_000);
        assertThat(query(Map.of("sort", "-port", "limit", "1"))
                        .select(many(new AtomicInteger()), Json.MAPPER)
                        .elements())
                .isEqualTo(List.of(new Place("s9", 999_999)));
    }

    @Test
    void searchesNestedValuesAsTheyAreInJson() {
        record Nested(List<String> addresses, Place at, Instant time, Map<String, Object> more) {}
        var one = new Nested(List.of("10.0.0.1"), new Place("b", 10), Instant.EPOCH, Map.of("x", List.of(1.5)));
        for (String word : List.of("0.0.1", "B", "10", "1970-01-01t00", "1.5")) {
            assertThat(select("filter", word, List.of(one))).as(word).hasSize(1);
        }
        for (String word : List.of("addresses", "null", "[", "1.50")) {
            assertThat(select("filter", word, List.of(one))).as(word).isEmpty();
        }
        assertThat(select("sort", "-at", List.of(one))).hasSize(1);
    }

    @Test
    void anEmptyListHasAnyOrder() {
        assertThat(select("sort", "switch", List.of())).isEmpty();
    }
}
