/** Keys, certificates and failures of TLS. Start reading at {@link net.beaconcontroller.io.tls.TlsFiles}. */
@NullMarked
package net.beaconcontroller.io.tls;

import org.jspecify.annotations.NullMarked;
