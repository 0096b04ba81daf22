package net.beaconcontroller.acl;

import java.time.DayOfWeek;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The days and the time of day at which a rule applies, in the time zone of the controller.
 *
 * @param days the days on which it begins
 * @param from when it begins
 * @param to when it ends, this moment excluded; if it is not later than {@code from}, on the next day
 */
record Schedule(Set<DayOfWeek> days, LocalTime from, LocalTime to) {
    Schedule {
        days = Set.copyOf(days);
    }

    boolean isActive(ZonedDateTime now) {
        LocalTime time = now.toLocalTime();
        boolean isAfterStart = !time.isBefore(from);
        boolean isBeforeEnd = time.isBefore(to);
        if (from.isBefore(to)) {
            return isAfterStart && isBeforeEnd && days.contains(now.getDayOfWeek());
        }
        return (isAfterStart && days.contains(now.getDayOfWeek()))
                || (isBeforeEnd && days.contains(now.getDayOfWeek().minus(1)));
    }

    private boolean isWholeDay() {
        return from.equals(LocalTime.MIDNIGHT) && to.equals(LocalTime.MIDNIGHT);
    }

    static String name(DayOfWeek day) {
        return day.name().substring(0, 3).toLowerCase(Locale.ROOT);
    }

    /** Returns a text such as {@code mon-fri 08:00-18:00}. */
    @Override
    public String toString() {
        return daysText() + (isWholeDay() ? "" : " " + from + "-" + to);
    }

    private String daysText() {
        if (days.size() == DayOfWeek.values().length) {
            return "daily";
        }
        var texts = new ArrayList<String>();
        List<DayOfWeek> left = new ArrayList<>(EnumSet.copyOf(days));
        while (!left.isEmpty()) {
            DayOfWeek first = left.removeFirst();
            DayOfWeek last = first;
            while (!left.isEmpty() && left.getFirst() == last.plus(1)) {
                last = left.removeFirst();
            }
            texts.add(first == last ? name(first) : name(first) + "-" + name(last));
        }
        return String.join(",", texts);
    }
}
