package net.beaconcontroller.emulator.network;

/**
 * What became of datagrams from one host to another.
 *
 * @param sent how many there were
 * @param arrived how many of them came to the other host, each counted once
 * @param duplicates datagrams of the one to the other, and pings if there were any, that came to a host twice
 */
public record DatagramReport(int sent, long arrived, long duplicates) {
    /** Whether all came, and nothing came twice. */
    public boolean isFlawless() {
        return arrived == sent && duplicates == 0;
    }
}
