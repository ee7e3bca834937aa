import {
  ConnectionQuality,
  DataPacket,
  DataPacket_Kind,
  DisconnectReason,
  LeaveRequest_Action,
  ParticipantInfo_State,
  VideoQuality,
} from '@livekit/protocol';

import type { PeerEvents } from '../media/media-plane';
import type { Counters } from '../metrics';
import { sendPacket } from './changes';
import type { Participant } from './participant';
import type { Room } from './room';

const QUALITIES = {
  excellent: ConnectionQuality.EXCELLENT,
  good: ConnectionQuality.GOOD,
  poor: ConnectionQuality.POOR,
  lost: ConnectionQuality.LOST,
};
const VIDEO_QUALITIES = [VideoQuality.LOW, VideoQuality.MEDIUM, VideoQuality.HIGH];

/** Returns the handlers that apply the events of a participant's media to its room. */
export function mediaEvents(room: Room, participant: Participant, counters: Counters): PeerEvents {
  const { link } = participant;
  return {
    offer: (sdp) => participant.sendOffer(sdp),
    state: (target, state) => {
      participant.connected[target] = state === 'connected';
      if (state === 'connected') handleConnected(room, participant, counters);
      else if (!participant.hasLeft) handleLostMedia(room, participant);
    },
    trackBound: (sid, track) => {
      const publication = participant.publications.get(sid);
      if (!publication || publication.track) return;
      publication.track = track;
      publication.info.mid = track.mid;
      participant.peer?.pausePublished(sid, publication.info.muted);
      room.publish(participant, publication);
    },
    trackEnded: (sid) => {
      const publication = participant.publications.get(sid);
      if (publication) room.unpublish(participant, publication);
    },
    data: (kind, bytes) => {
      if (kind !== 'data_track') handleData(room, participant, counters, kind === 'reliable', bytes);
    },
    audioLevels: (levels) => {
      const heard = levels.filter(({ sid }) => participant.publications.get(sid)?.info.muted === false);
      room.hear(participant, Math.max(0, ...heard.map(({ level }) => level)));
    },
    quality: (quality, score) => room.setQuality(participant, { quality: QUALITIES[quality], score }),
    wantedQualities: (trackSid, wanted) => {
      const qualities = wanted.map(({ quality, enabled }) => ({
        quality: VIDEO_QUALITIES[quality] as VideoQuality,
        enabled,
      }));
      const subscribedCodecs = [{ codec: 'vp8', qualities }];
      link.send({
        case: 'subscribedQualityUpdate',
        value: { trackSid, subscribedQualities: qualities, subscribedCodecs },
      });
    },
  };
}

function handleConnected(room: Room, participant: Participant, counters: Counters): void {
  if (participant.state === ParticipantInfo_State.JOINED) counters.addJoin(Date.now() - participant.joinedAt);
  if (participant.link.isAttached) clearTimeout(participant.timer);
  room.activate(participant);
}

/**
 * Handles failed media. A participant with a signal connection is removed and asked to reconnect; without one, it is
 * removed once neither media connection works.
 */
function handleLostMedia(room: Room, participant: Participant): void {
  const { publisher, subscriber } = participant.connected;
  if (participant.link.isAttached)
    room.remove(participant, DisconnectReason.MEDIA_FAILURE, LeaveRequest_Action.RECONNECT);
  else if (!publisher && !subscriber) room.remove(participant, DisconnectReason.SIGNAL_CLOSE);
}

/** Forwards a data packet to its recipients, with the sender's verified identity. */
function handleData(room: Room, sender: Participant, counters: Counters, isReliable: boolean, bytes: Uint8Array): void {
  if (!sender.permission.canPublishData) return counters.add('data_refused', 'not_allowed');
  if (!sender.dataRate.take()) return counters.add('data_refused', 'too_many');
  let packet: DataPacket;
  try {
    packet = DataPacket.fromBinary(bytes);
  } catch {
    return counters.add('data_refused', 'unreadable');
  }
  // Only the server may announce speakers.
  if (packet.value.case === 'speaker') return counters.add('data_refused', 'not_allowed');
  if (isReliable && packet.sequence > 0) {
    // A resumed client resends packets that were not acknowledged.
    if (packet.sequence <= sender.lastReliable) return;
    sender.lastReliable = packet.sequence;
  }
  packet.participantSid = sender.sid;
  packet.participantIdentity = sender.identity;
  if (packet.value.case === 'user') {
    const user = packet.value.value;
    user.participantSid = sender.sid;
    user.participantIdentity = sender.identity;
    if (packet.destinationIdentities.length === 0) packet.destinationIdentities = user.destinationIdentities;
  }
  sendPacket(room, packet, isReliable ? DataPacket_Kind.RELIABLE : DataPacket_Kind.LOSSY, sender);
}
