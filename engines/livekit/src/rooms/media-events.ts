import {
  ConnectionQuality,
  DataPacket,
  DataPacket_Kind,
  DisconnectReason,
  LeaveRequest_Action,
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

/** Returns what happens in a room when something happens to a participant's media. */
export function mediaEvents(room: Room, participant: Participant, counters: Counters): PeerEvents {
  const { link } = participant;
  return {
    offer: (sdp) => participant.sendOffer(sdp),
    state: (target, state) => {
      participant.connected[target] = state === 'connected';
      if (state === 'connected') handleConnected(room, participant);
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

function handleConnected(room: Room, participant: Participant): void {
  if (participant.link.isAttached) clearTimeout(participant.timer);
  room.activate(participant);
}

/**
 * Media that broke under a living signal connection are built anew by the client; without one the participant is gone.
 */
function handleLostMedia(room: Room, participant: Participant): void {
  const { publisher, subscriber } = participant.connected;
  if (participant.link.isAttached)
    room.remove(participant, DisconnectReason.MEDIA_FAILURE, LeaveRequest_Action.RECONNECT);
  else if (!publisher && !subscriber) room.remove(participant, DisconnectReason.SIGNAL_CLOSE);
}

/** Forwards a data packet under its sender's real name, to those it names. */
function handleData(room: Room, sender: Participant, counters: Counters, isReliable: boolean, bytes: Uint8Array): void {
  if (!sender.permission.canPublishData) return counters.add('data_refused', 'not_allowed');
  if (!sender.dataRate.take()) return counters.add('data_refused', 'too_many');
  let packet: DataPacket;
  try {
    packet = DataPacket.fromBinary(bytes);
  } catch {
    return counters.add('data_refused', 'unreadable');
  }
  // A server alone tells who speaks.
  if (packet.value.case === 'speaker') return counters.add('data_refused', 'not_allowed');
  if (isReliable && packet.sequence > 0) {
    // A resumed client repeats what it does not know to have arrived.
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
