/** Keys and certificates for TLS. Start reading at {@link net.beaconcontroller.common.tls.PemKeyStore}. */
@NullMarked
package net.beaconcontroller.common.tls;

import org.jspecify.annotations.NullMarked;
