import type { LiveAccessRule, LiveReader, ReadingRight } from '../../realtime/live-access';

/** Each participant has a document among the room's users, which is deleted when they leave or are removed. */
export const participantRight: ReadingRight = { documents: 'rooms/{room}/users/{user}', person: 'user' };

/** Allows a participant to read the rooms that the token names. */
function isParticipant({ userId, claims, exists }: LiveReader, { room }: Readonly<Record<string, string>>): boolean {
  const { rooms } = claims;
  return Array.isArray(rooms) && rooms.includes(room) && exists(`rooms/${room}/users/${userId}`);
}

export const roomAccessRules: readonly LiveAccessRule[] = [
  { documents: 'rooms/{room}', isListed: false, canRead: isParticipant },
  { documents: 'rooms/{room}/users/{user}', isListed: true, canRead: isParticipant },
  { documents: 'rooms/{room}/comments/{comment}', isListed: true, canRead: isParticipant },
  { documents: 'rooms/{room}/questions/{question}', isListed: true, canRead: isParticipant },
  { documents: 'rooms/{room}/polls/{poll}', isListed: true, canRead: isParticipant },
  { documents: 'rooms/{room}/splits/{split}', isListed: true, canRead: isParticipant },
  { documents: 'rooms/{room}/board/{board}', isListed: false, canRead: isParticipant },
  { documents: 'rooms/{room}/boardElements/{element}', isListed: true, canRead: isParticipant },
];
