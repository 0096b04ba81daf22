package net.beaconcontroller.browser;

import com.microsoft.playwright.Frame;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** The check of a page by axe-core. */
final class Accessibility {
    private static final String AXE = read("/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js");

    private static final String FINDINGS = """
            async (rules) => {
                const runOnly = rules ? {runOnly: rules} : {};
                const {violations} = await axe.run(document, {resultTypes: ['violations'], preload: false, ...runOnly});
                return violations.filter(({impact}) => impact === 'serious' || impact === 'critical')
                    .map(({id, help, nodes}) => `${id}: ${help}: ${nodes.map(node => node.html).join(' | ')}`);
            }""";

    /** The rules of the category cat.color that axe-core runs by default. */
    private static final List<String> OF_COLOURS = List.of("color-contrast", "link-in-text-block");

    private Accessibility() {}

    private static String read(String resource) {
        try (InputStream in = Objects.requireNonNull(Accessibility.class.getResourceAsStream(resource), resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the findings that keep people from using a page.
     *
     * @param theme in the light theme, only what depends on colours is examined: the rest is that of the dark theme
     */
    static List<?> findings(Frame frame, ColorScheme theme) {
        // as a script of the developer tools, to which the policy of the page does not apply
        frame.evaluate(AXE);
        return (List<?>) frame.evaluate(FINDINGS, theme == ColorScheme.LIGHT ? OF_COLOURS : null);
    }

    /** Returns the findings in the page of an application, which a page shows in a frame, as {@link #findings} does. */
    static List<?> findingsInside(Page page, ColorScheme theme) {
        Frame content = page.frames().getLast();
        // The frame is transparent; axe-core does not see the page behind it.
        content.evaluate("document.documentElement.style.background = 'var(--ground)'");
        return findings(content, theme);
    }
}
