/** Keys, certificates and failures of TLS. Start reading at {@link net.beaconcontroller.common.tls.TlsFiles}. */
@NullMarked
package net.beaconcontroller.common.tls;

import org.jspecify.annotations.NullMarked;
