package net.beaconcontroller.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.ws.rs.core.MultivaluedHashMap;
import java.util.List;
import java.util.Map;
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
                .isInstanceOf(ProblemException.class)
                .extracting(problem -> ((ProblemException) problem).problem().detail())
                .isEqualTo("sort = datapathId: needs one of switch, port");
        assertThatThrownBy(() -> select("sort", "x", List.of("text")))
                .isInstanceOf(ProblemException.class)
                .extracting(problem -> ((ProblemException) problem).problem().detail())
                .isEqualTo("sort = x: the elements of this list have no fields");
    }

    @Test
    void anEmptyListHasAnyOrder() {
        assertThat(select("sort", "switch", List.of())).isEmpty();
    }
}
