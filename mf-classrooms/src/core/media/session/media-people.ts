import { ConnectionQuality, type Participant, type Room, Track } from 'livekit-client';

/** The media of one person. */
export interface PersonMedia {
  camera: Track | null;
  screen: Track | null;
  isMicOn: boolean;
  /** Whether the person sends sound or video, received here or not. */
  isSending: boolean;
  isTalking: boolean;
  /** When the person last spoke, in milliseconds since 1970; 0 for never. */
  lastHeardAt: number;
  quality: 'good' | 'poor' | 'lost';
}

/** The media of a person who sends nothing. */
export const SILENT_PERSON: PersonMedia = {
  camera: null,
  screen: null,
  isMicOn: false,
  isSending: false,
  isTalking: false,
  lastHeardAt: 0,
  quality: 'good',
};

/** Returns the user id of an identity, which has a suffix for publish-only connections. */
export const ownerOf = (identity: string) => identity.split(':')[0] ?? identity;

/**
 * Returns the media of each person by user id. A person who publishes a camera or screen has several connections.
 *
 * @param heardAt when each person last spoke; updated by the call.
 */
export function readPeople(room: Room, heardAt: Map<string, number>, now: number): Map<string, PersonMedia> {
  const people = new Map<string, PersonMedia>();
  for (const participant of [room.localParticipant, ...room.remoteParticipants.values()]) {
    const id = ownerOf(participant.identity);
    if (participant.isSpeaking) heardAt.set(id, now);
    people.set(id, merge(people.get(id) ?? SILENT_PERSON, participant, heardAt.get(id) ?? 0));
  }
  return people;
}

function merge(known: PersonMedia, participant: Participant, lastHeardAt: number): PersonMedia {
  return {
    camera: trackOf(participant, Track.Source.Camera) ?? known.camera,
    screen: trackOf(participant, Track.Source.ScreenShare) ?? known.screen,
    isMicOn: known.isMicOn || participant.isMicrophoneEnabled,
    isSending:
      known.isSending ||
      participant.isMicrophoneEnabled ||
      participant.isCameraEnabled ||
      participant.isScreenShareEnabled,
    isTalking: known.isTalking || participant.isSpeaking,
    lastHeardAt,
    quality: worse(known.quality, qualityOf(participant.connectionQuality)),
  };
}

function trackOf(participant: Participant, source: Track.Source): Track | null {
  const publication = participant.getTrackPublication(source);
  return publication && !publication.isMuted ? (publication.track ?? null) : null;
}

function qualityOf(quality: ConnectionQuality): PersonMedia['quality'] {
  if (quality === ConnectionQuality.Lost) return 'lost';
  return quality === ConnectionQuality.Poor ? 'poor' : 'good';
}

const ranks = ['good', 'poor', 'lost'] as const;
const worse = (a: PersonMedia['quality'], b: PersonMedia['quality']) =>
  ranks[Math.max(ranks.indexOf(a), ranks.indexOf(b))] ?? 'good';
