package net.beaconcontroller.web.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Locale;
import net.beaconcontroller.api.web.Description;
import net.beaconcontroller.api.web.Problem;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/** Problem details (RFC 9457): a {@link Problem} as it is in JSON. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ProblemView(
        @Description("always about:blank: the status tells the kind of problem")
        String type,

        @Description("reason phrase of the status") String title,
        @Description("status of the response") int status,

        @Description("the refusal, the value, and the valid values, for people")
        String detail,

        @Description("path of the request") @Nullable String instance,

        @Description("the kind of the error, for programs: missing, exists and others, see docs/rest.md")
        String code,

        @Description("field of the body, or parameter, that is wrong, such as changes[0].action") @Nullable
        String field,

        @Description("value of that field; the wrong part of it if there is a column") @Nullable
        Object value,

        @Description("where the wrong part of the field's text begins, from 1") @Nullable
        Integer column,

        @Description("the error without the field and its value") @Nullable
        String reason,

        @Description("all problems of the request, if it may have several") @Nullable
        List<?> problems) {

    /** The media type of problem details in JSON. */
    public static final String MEDIA_TYPE = "application/problem+json";

    /**
     * Describes a problem.
     *
     * @param path the path of the request
     */
    public static ProblemView of(Problem problem, String path) {
        String title = HttpStatus.getMessage(problem.status());
        return new ProblemView(
                "about:blank",
                title,
                problem.status(),
                problem.detail(),
                path,
                code(problem, title),
                problem.field(),
                problem.value(),
                problem.column(),
                problem.reason(),
                problem.problems());
    }

    private static String code(Problem problem, String title) {
        String code = problem.code();
        if (code != null) {
            return code;
        }
        return problem.field() != null && problem.status() == HttpStatus.BAD_REQUEST_400
                ? "invalid"
                : title.toLowerCase(Locale.ROOT).replace(' ', '-');
    }
}
