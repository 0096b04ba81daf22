package net.beaconcontroller.bench.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoubleFunction;
import net.beaconcontroller.bench.MinMedianMax;

/** Number formats of reports. */
public final class NumberFormats {
    private static final double MILLION = 1e6;
    private static final double THOUSAND = 1e3;

    private NumberFormats() {}

    /** Formats an integer with thousands separators. */
    public static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** Formats two or three significant digits, such as 24.7, 1.23, 0.0048 or 12,345. */
    public static String digits(double number) {
        double size = Math.abs(number);
        if (size >= 100 || size == 0) {
            return String.format(Locale.ROOT, "%,.0f", number);
        }
        int decimals = size >= 10 ? 1 : size >= 0.1 ? 2 : size >= 0.01 ? 3 : 1 - (int) Math.floor(Math.log10(size));
        return String.format(Locale.ROOT, "%." + decimals + "f", number);
    }

    /** Formats a round number, such as 0.5 or 20. */
    static String plain(double number) {
        return BigDecimal.valueOf(number)
                .round(new MathContext(3))
                .stripTrailingZeros()
                .toPlainString();
    }

    /** Formats a rate with the suffix M or k. */
    public static String rate(double perSecond) {
        if (perSecond >= MILLION) {
            return digits(perSecond / MILLION) + " M";
        }
        return perSecond >= 10 * THOUSAND ? digits(perSecond / THOUSAND) + " k" : digits(perSecond);
    }

    /** Formats a median with its range, such as "0.83 (0.80..0.85)"; a dash if empty. */
    static String spread(Optional<MinMedianMax> spread) {
        return spread(spread, NumberFormats::digits);
    }

    /** Formats a median with its range in a format of numbers. */
    static String spread(Optional<MinMedianMax> spread, DoubleFunction<String> number) {
        return spread.map(range -> number.apply(range.median())
                        + (range.min() == range.max()
                                ? ""
                                : " (%s..%s)".formatted(number.apply(range.min()), number.apply(range.max()))))
                .orElse("-");
    }
}
