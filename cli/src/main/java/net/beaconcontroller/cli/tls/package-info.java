/** The commands for certificates and TLS connections: {@code beacon tls}. */
@NullMarked
package net.beaconcontroller.cli.tls;

import org.jspecify.annotations.NullMarked;
