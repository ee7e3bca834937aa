import type { Authorize, Permits } from '@manabiba/engine-firestore/access';
import type { RightsChangedBy } from '@manabiba/engine-firestore/engine';

/** What lies at rooms/{id} and one step below it. */
const ROOM_DOCUMENT = /^rooms\/([^/]+)(?:\/(?:users|comments)\/[^/]+)?$/;
const ROOM_COLLECTIONS = ['users', 'comments'];

/**
 * The rules of the built-in engine, the same as deploy/firestore.rules for Cloud Firestore: whoever is in a room reads
 * it, everybody reads their own person, both as long as the session lives, and nobody but the api writes.
 */
export const authorizeLiveRequest: Authorize = (request) => {
  const { caller, documents } = request;
  if (caller.kind !== 'user' || request.operation === 'write' || request.operation === 'listCollections') return false;
  const { rooms, session, anonymous } = caller.claims;
  const isSession =
    anonymous === true ||
    (typeof session === 'string' && documents.get(`people/${caller.uid}/sessions/${session}`) !== undefined);
  if (!isSession) return false;
  const isIn = (room: string) =>
    Array.isArray(rooms) && rooms.includes(room) && documents.get(`rooms/${room}/users/${caller.uid}`) !== undefined;
  if ('path' in request && request.path !== undefined) {
    const room = ROOM_DOCUMENT.exec(request.path)?.[1];
    return room === undefined ? request.path === `people/${caller.uid}` : isIn(room);
  }
  const { query } = request;
  const room = /^rooms\/([^/]+)$/.exec(query?.parent ?? '')?.[1];
  return (
    room !== undefined &&
    query !== undefined &&
    !query.allDescendants &&
    ROOM_COLLECTIONS.includes(query.collectionId ?? '') &&
    isIn(room)
  );
};

/** Nobody but the api writes, and only who has a token reads: all others are refused before their request is read. */
export const permitLiveRequest: Permits = ({ kind }, operation) =>
  kind === 'user' && operation !== 'write' && operation !== 'listCollections';

const ROOM_USER = /^rooms\/[^/]+\/users\/([^/]+)$/;
const SESSION = /^people\/([^/]+)\/sessions\/[^/]+$/;

/**
 * Whoever leaves a room, or is put out of it, is no longer among its users, and whoever signs out has no session: their
 * reading ends with that document.
 */
export const rightsChangedBy: RightsChangedBy = ({ path, after }) =>
  after ? undefined : (ROOM_USER.exec(path) ?? SESSION.exec(path))?.[1];
