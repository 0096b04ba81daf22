"""A learning switch for os-ken and OpenFlow 1.0 and 1.3, to compare os-ken with other controllers.

    pip install os-ken==2.8.1
    osken-manager --ofp-tcp-listen-port 6634 osken_learning_switch.py
"""

from os_ken.base import app_manager
from os_ken.controller import ofp_event
from os_ken.controller.handler import CONFIG_DISPATCHER, MAIN_DISPATCHER, set_ev_cls
from os_ken.lib.packet import ethernet, packet
from os_ken.ofproto import ofproto_v1_0, ofproto_v1_3


class LearningSwitch(app_manager.OSKenApp):
    OFP_VERSIONS = [ofproto_v1_0.OFP_VERSION, ofproto_v1_3.OFP_VERSION]

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.port_of = {}

    @set_ev_cls(ofp_event.EventOFPSwitchFeatures, CONFIG_DISPATCHER)
    def switch_features(self, event):
        datapath = event.msg.datapath
        if datapath.ofproto.OFP_VERSION == ofproto_v1_0.OFP_VERSION:
            return
        to_controller = datapath.ofproto_parser.OFPActionOutput(
            datapath.ofproto.OFPP_CONTROLLER, datapath.ofproto.OFPCML_NO_BUFFER)
        self.add_flow(datapath, 0, datapath.ofproto_parser.OFPMatch(), [to_controller])

    @set_ev_cls(ofp_event.EventOFPPacketIn, MAIN_DISPATCHER)
    def packet_in(self, event):
        message = event.msg
        datapath = message.datapath
        ofproto, parser = datapath.ofproto, datapath.ofproto_parser
        is_10 = ofproto.OFP_VERSION == ofproto_v1_0.OFP_VERSION
        in_port = message.in_port if is_10 else message.match['in_port']
        frame = packet.Packet(message.data).get_protocol(ethernet.ethernet)
        if frame is None:
            return
        self.port_of[datapath.id, frame.src] = in_port
        out_port = self.port_of.get((datapath.id, frame.dst), ofproto.OFPP_FLOOD)
        actions = [parser.OFPActionOutput(out_port)]
        if out_port != ofproto.OFPP_FLOOD:
            fields = dict(dl_dst=frame.dst, dl_src=frame.src) if is_10 else dict(eth_dst=frame.dst, eth_src=frame.src)
            self.add_flow(datapath, 1, parser.OFPMatch(in_port=in_port, **fields), actions)
        data = message.data if message.buffer_id == ofproto.OFP_NO_BUFFER else None
        datapath.send_msg(parser.OFPPacketOut(
            datapath=datapath, buffer_id=message.buffer_id, in_port=in_port, actions=actions, data=data))

    @staticmethod
    def add_flow(datapath, priority, match, actions):
        ofproto, parser = datapath.ofproto, datapath.ofproto_parser
        if ofproto.OFP_VERSION == ofproto_v1_0.OFP_VERSION:
            flow = parser.OFPFlowMod(datapath=datapath, match=match, cookie=0, command=ofproto.OFPFC_ADD,
                                     priority=priority, actions=actions)
        else:
            apply = parser.OFPInstructionActions(ofproto.OFPIT_APPLY_ACTIONS, actions)
            flow = parser.OFPFlowMod(datapath=datapath, priority=priority, match=match, instructions=[apply])
        datapath.send_msg(flow)
