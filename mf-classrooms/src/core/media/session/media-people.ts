import { ConnectionQuality, type Participant, type Room, Track } from 'livekit-client';

/** What is seen and heard of one person. */
export interface PersonMedia {
  camera: Track | null;
  screen: Track | null;
  isMicOn: boolean;
  isTalking: boolean;
  /** When the person was last heard, in milliseconds; 0 for never. */
  lastHeardAt: number;
  quality: 'good' | 'poor' | 'lost';
}

const NOBODY: PersonMedia = {
  camera: null,
  screen: null,
  isMicOn: false,
  isTalking: false,
  lastHeardAt: 0,
  quality: 'good',
};

/** Returns whose connection an identity is: the user's id, with a suffix for what only publishes. */
export const ownerOf = (identity: string) => identity.split(':')[0] ?? identity;

/**
 * Returns what each person sends, from the connections of a room: somebody who speaks and shows has several.
 *
 * @param heardAt when each person was last heard; updated.
 */
export function readPeople(room: Room, heardAt: Map<string, number>, now: number): Map<string, PersonMedia> {
  const people = new Map<string, PersonMedia>();
  for (const participant of [room.localParticipant, ...room.remoteParticipants.values()]) {
    const id = ownerOf(participant.identity);
    if (participant.isSpeaking) heardAt.set(id, now);
    people.set(id, merge(people.get(id) ?? NOBODY, participant, heardAt.get(id) ?? 0));
  }
  return people;
}

function merge(known: PersonMedia, participant: Participant, lastHeardAt: number): PersonMedia {
  return {
    camera: trackOf(participant, Track.Source.Camera) ?? known.camera,
    screen: trackOf(participant, Track.Source.ScreenShare) ?? known.screen,
    isMicOn: known.isMicOn || participant.isMicrophoneEnabled,
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
