import {
  type AddTrackRequest,
  DisconnectReason,
  RequestResponse_Reason as Reason,
  type SessionDescription,
  TrackType,
  type UpdateParticipantMetadata,
  type UpdateTrackSettings,
  VideoQuality,
} from '@livekit/protocol';

import { InvalidSdp, type Quality } from '../media/media-plane';
import type { Counters } from '../metrics';
import { changeParticipant, choose, limitAudience, setMuted } from '../rooms/changes';
import type { Participant } from '../rooms/participant';
import { mayPublish } from '../rooms/permission';
import { createPublication } from '../rooms/publication';
import type { Room } from '../rooms/room';
import type { Request } from './messages';

/** The context in which a request is handled. */
export interface Session {
  readonly room: Room;
  readonly participant: Participant;
  readonly counters: Counters;
}

/** Handles one request of a participant's client. An invalid SDP ends the session. */
export function handleRequest(session: Session, request: Request): void {
  const { room, participant, counters } = session;
  if (participant.hasLeft) return;
  try {
    answer(session, request);
  } catch (failure) {
    if (!(failure instanceof InvalidSdp)) throw failure;
    counters.add('requests_refused', 'invalid_sdp');
    room.remove(participant, DisconnectReason.STATE_MISMATCH);
  }
}

function answer(session: Session, request: Request): void {
  const { room, participant } = session;
  const { link } = participant;
  switch (request.case) {
    case 'offer':
      return acceptOffer(session, request.value);
    case 'answer':
      return acceptAnswer(participant, request.value);
    case 'trickle':
      // Ignored: the addresses of clients are learned from their connectivity checks.
      return undefined;
    case 'addTrack':
      return addTrack(session, request.value);
    case 'mute': {
      const publication = participant.publications.get(request.value.sid);
      return publication && setMuted(room, participant, publication, request.value.muted);
    }
    case 'subscription': {
      const { trackSids, participantTracks, subscribe } = request.value;
      const named = [...trackSids, ...participantTracks.flatMap((tracks) => tracks.trackSids)];
      return choose(room, participant, named, subscribe);
    }
    case 'trackSetting':
      return setPreferences(participant, request.value);
    case 'subscriptionPermission':
      return limitAudience(room, participant, request.value);
    case 'updateMetadata':
      return updateSelf(session, request.value);
    case 'syncState':
      return (
        request.value.subscription &&
        choose(room, participant, request.value.subscription.trackSids, request.value.subscription.subscribe)
      );
    case 'leave':
      return room.remove(participant, DisconnectReason.CLIENT_INITIATED);
    case 'ping':
      return link.send({ case: 'pong', value: BigInt(Date.now()) });
    case 'pingReq':
      return link.send({
        case: 'pongResp',
        value: { lastPingTimestamp: request.value.timestamp, timestamp: BigInt(Date.now()) },
      });
    default:
    // Not handled: sizes of the client's own tracks, audio features, data tracks, simulated failures.
  }
}

function acceptOffer({ participant }: Session, { sdp, id }: SessionDescription): void {
  const { peer, link } = participant;
  if (!peer) return;
  const waiting = participant.waiting.map(({ waiting: track }) => track);
  const answered = peer.acceptPublisherOffer(sdp, waiting);
  link.send({ case: 'answer', value: { type: 'answer', sdp: answered, id } });
}

/** Applies an answer. Answers to replaced offers are ignored. */
function acceptAnswer(participant: Participant, { sdp, id }: SessionDescription): void {
  const { openOffer } = participant;
  // Older clients send no id.
  if (!openOffer || (id !== 0 && id !== openOffer.id)) return;
  participant.openOffer = undefined;
  participant.peer?.acceptSubscriberAnswer(sdp);
}

function addTrack({ room, participant, counters }: Session, request: AddTrackRequest): void {
  const { link, publications } = participant;
  const refuse = (reason: Reason, message: string) => {
    counters.add('requests_refused', Reason[reason].toLowerCase());
    link.send({ case: 'requestResponse', value: { reason, message, request: { case: 'addTrack', value: request } } });
  };
  if (request.type !== TrackType.AUDIO && request.type !== TrackType.VIDEO)
    return refuse(Reason.UNSUPPORTED_TYPE, 'Only audio and video can be published.');
  if (!mayPublish(participant.permission, request.source))
    return refuse(Reason.NOT_ALLOWED, 'The participant may not publish this source.');
  const known = [...publications.values()].find(({ cid, track }) => cid === request.cid && !track);
  if (!known && publications.size >= room.limits.maxTracksPerParticipant)
    return refuse(Reason.LIMIT_EXCEEDED, 'The participant publishes too many tracks.');
  const publication = known ?? createPublication(request);
  publications.set(publication.info.sid, publication);
  link.send({ case: 'trackPublished', value: { cid: publication.cid, track: publication.info } });
}

function setPreferences({ peer, subscribed }: Participant, settings: UpdateTrackSettings): void {
  const { trackSids, disabled, quality, width, height } = settings;
  const limits =
    width > 0 && height > 0
      ? { width, height }
      : quality <= VideoQuality.HIGH && { quality: quality as number as Quality };
  for (const sid of trackSids)
    if (subscribed.has(sid))
      peer?.setPreference(sid, { disabled: disabled || quality === VideoQuality.OFF, ...limits });
}

function updateSelf(session: Session, { metadata, name, attributes, requestId }: UpdateParticipantMetadata): void {
  const { room, participant, counters } = session;
  const size = metadata.length + name.length + JSON.stringify(attributes).length;
  const reason = !participant.permission.canUpdateMetadata
    ? Reason.NOT_ALLOWED
    : size > room.limits.maxMetadataBytes
      ? Reason.LIMIT_EXCEEDED
      : Reason.OK;
  participant.link.send({ case: 'requestResponse', value: { requestId, reason } });
  if (reason === Reason.OK)
    changeParticipant(room, participant, { ...(metadata && { metadata }), ...(name && { name }), attributes });
  else counters.add('requests_refused', Reason[reason].toLowerCase());
}
