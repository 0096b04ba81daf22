"""Mininet starts and stops a Beacon with each network:

    mn --custom /usr/share/beacon/mininet.py --controller beacon --topo tree,2,3 --test pingall

The controller c0 is that of "beacon run", with its data folder and its web page, so that "beacon status" and "beacon open"
find it. Further controllers of a network keep nothing, and have no web page. The log is in /tmp/NAME.log.
"""

import socket
import time

from mininet.log import error
from mininet.node import Controller

START_TIMEOUT = 30


class Beacon(Controller):
    """A Beacon with the given applications, as a text with commas; those of its settings by default."""

    def __init__(self, name, port=6653, apps=None, command='beacon', **options):
        arguments = 'run -D controller.listen=127.0.0.1:%d'
        if apps:
            arguments += ' --apps ' + apps
        if name != 'c0':
            arguments += ' -D data.folder=none -D http.listen=off'
        Controller.__init__(self, name, port=port, command=command, cargs=arguments, **options)

    def start(self):
        Controller.start(self)
        end = time.monotonic() + START_TIMEOUT
        while time.monotonic() < end:
            try:
                socket.create_connection(('127.0.0.1', self.port), 1).close()
                return
            except OSError:
                time.sleep(0.1)
        error('*** %s does not listen on port %d; see /tmp/%s.log\n' % (self.name, self.port, self.name))


controllers = {'beacon': Beacon}
