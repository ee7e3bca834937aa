import { DataPacket, DataPacket_Kind, ParticipantPermission, type SubscriptionPermission } from '@livekit/protocol';

import type { Participant } from './participant';
import { mayPublish } from './permission';
import type { Publication } from './publication';
import type { Room } from './room';
import { followTrack } from './subscriptions';

/** Changes to a participant; absent properties stay unchanged. */
export interface ParticipantChanges {
  readonly name?: string;
  readonly metadata?: string;
  /** An empty value removes an attribute. */
  readonly attributes?: Readonly<Record<string, string>>;
  readonly permission?: ParticipantPermission;
}

/**
 * Changes a participant and notifies the room. Packets of tracks that it may no longer publish are dropped from now on.
 */
export function changeParticipant(room: Room, participant: Participant, changes: ParticipantChanges): void {
  if (changes.name !== undefined) participant.name = changes.name;
  if (changes.metadata !== undefined) participant.metadata = changes.metadata;
  if (changes.attributes) {
    const attributes = Object.entries({ ...participant.attributes, ...changes.attributes });
    participant.attributes = Object.fromEntries(attributes.filter(([, value]) => value !== ''));
  }
  if (changes.permission) setPermission(room, participant, changes.permission);
  room.broadcastInfo(participant);
}

function setPermission(room: Room, participant: Participant, permission: ParticipantPermission): void {
  participant.permission = permission;
  room.decide(participant.identity, permission);
  for (const publication of [...participant.publications.values()])
    if (!mayPublish(permission, publication.info.source)) revoke(room, participant, publication);
  for (const publisher of room.participants.values())
    for (const publication of publisher.published) followTrack(publisher, publication, participant);
}

/** Revokes a track: its packets are dropped and its client is asked to stop. */
function revoke(room: Room, participant: Participant, publication: Publication): void {
  const trackSid = publication.info.sid;
  participant.peer?.dropPublished(trackSid);
  participant.link.send({ case: 'trackUnpublished', value: { trackSid } });
  room.unpublish(participant, publication);
}

/** Mutes or unmutes a track and notifies the room. */
export function setMuted(room: Room, participant: Participant, publication: Publication, muted: boolean): void {
  if (publication.info.muted === muted) return;
  publication.info.muted = muted;
  participant.peer?.pausePublished(publication.info.sid, muted);
  if (publication.track) room.broadcastInfo(participant);
}

/** Subscribes to or unsubscribes from tracks, as the participant or the server requests. */
export function choose(room: Room, participant: Participant, trackSids: Iterable<string>, subscribe: boolean): void {
  for (const sid of trackSids) {
    const publisher = [...room.participants.values()].find(({ publications }) => publications.has(sid));
    const publication = publisher?.publications.get(sid);
    if (!publisher || !publication) continue;
    participant.chosen.set(sid, subscribe);
    followTrack(publisher, publication, participant);
  }
}

/** Applies a publisher's restrictions on who may subscribe to its tracks. */
export function limitAudience(room: Room, publisher: Participant, request: SubscriptionPermission): void {
  const audience = new Map<string, 'all' | ReadonlySet<string>>();
  for (const { participantIdentity, participantSid, allTracks, trackSids } of request.trackPermissions) {
    const identity = participantIdentity || identityOf(room, participantSid);
    if (identity) audience.set(identity, allTracks ? 'all' : new Set(trackSids));
  }
  const pairs = [...room.participants.values()]
    .filter((subscriber) => subscriber !== publisher)
    .flatMap((subscriber) =>
      publisher.published.map((publication) => {
        const wasAllowed = publisher.allows(subscriber.identity, publication.info.sid);
        return { subscriber, publication, wasAllowed };
      }),
    );
  publisher.audience = request.allParticipants ? undefined : audience;
  for (const { subscriber, publication, wasAllowed } of pairs) {
    const trackSid = publication.info.sid;
    const allowed = publisher.allows(subscriber.identity, trackSid);
    if (allowed !== wasAllowed)
      subscriber.link.send({
        case: 'subscriptionPermissionUpdate',
        value: { participantSid: publisher.sid, trackSid, allowed },
      });
    followTrack(publisher, publication, subscriber);
  }
}

const identityOf = (room: Room, sid: string) =>
  [...room.participants.values()].find((participant) => participant.sid === sid)?.identity;

/** Sends a data packet to its recipients on the channel of its kind; without recipients, to everyone else. */
export function sendPacket(room: Room, packet: DataPacket, kind: DataPacket_Kind, sender?: Participant): void {
  const { destinationIdentities } = packet;
  const bytes = packet.toBinary();
  const channel = kind === DataPacket_Kind.RELIABLE ? 'reliable' : 'lossy';
  const receivers =
    destinationIdentities.length > 0
      ? [...new Set(destinationIdentities)].flatMap((identity) => room.participants.get(identity) ?? [])
      : room.participants.values();
  for (const receiver of receivers) if (receiver !== sender) receiver.peer?.sendData(channel, bytes);
}
