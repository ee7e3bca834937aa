import type { RoomRole } from '@manabiba/shared/contract/classrooms';
import type { MediaToken } from '@manabiba/shared/contract/media';

/**
 * The connections of one participant: `room` subscribes to the room and may publish the microphone; `camera` and
 * `video` (a screen or a file) only publish. They are separate so that each can be granted and ended independently.
 */
export const CONNECTION_KINDS = ['room', 'camera', 'video'] as const;
export type ConnectionKind = (typeof CONNECTION_KINDS)[number];

export type MediaRights = MediaToken['grants'];

/** What decides the rights of a participant. */
export interface MediaPerson {
  role: RoomRole;
  /** Never publishes, whatever the role: see `mayOnlyListen`. */
  onlyListens: boolean;
  /** Publishes nothing until they agree to the recording. */
  awaitsConsent: boolean;
}

const NOTHING: MediaRights = {
  subscribe: false,
  publishMic: false,
  publishCamera: false,
  publishScreen: false,
  publishData: false,
};

export const mayPublish = ({ role, onlyListens, awaitsConsent }: MediaPerson) =>
  role !== 'listener' && !onlyListens && !awaitsConsent;

/** Returns the rights of the base connection. */
export const baseRightsOf = (person: MediaPerson): MediaRights => ({
  ...NOTHING,
  subscribe: true,
  publishMic: mayPublish(person),
  // Data carries captions and the spotlight, which belong to people who may speak.
  publishData: mayPublish(person),
});

/** The rights of the publish-only connections of a participant who may publish. */
export const publisherRights = {
  camera: { ...NOTHING, publishCamera: true },
  video: { ...NOTHING, publishScreen: true },
} as const;

/** Returns the rights of one connection; null when the participant may not have it. */
export function rightsOf(kind: ConnectionKind, person: MediaPerson): MediaRights | null {
  if (kind === 'room') return baseRightsOf(person);
  return mayPublish(person) ? publisherRights[kind] : null;
}

/** Returns the identity of a connection: the user id, with a suffix for publish-only connections. */
export const identityOf = (userId: string, kind: ConnectionKind) => (kind === 'room' ? userId : `${userId}:${kind}`);

/** Returns the user and the kind of connection that an identity stands for. */
export function connectionOf(identity: string): { userId: string; kind: ConnectionKind } {
  const [userId = '', suffix] = identity.split(':');
  return { userId, kind: suffix === 'camera' || suffix === 'video' ? suffix : 'room' };
}
