import type { Authorize, Permits } from '@manabiba/engine-firestore/access';
import type { RightsChangedBy } from '@manabiba/engine-firestore/engine';

import { liveAccess } from '../../../api/src/live-access';

/**
 * The api's access rules of live documents, adapted to the engine. Clients can never write or list collection names.
 */
export const authorizeLiveRequest: Authorize = (request) => {
  const { caller, documents } = request;
  if (caller.kind !== 'user' || request.operation === 'write' || request.operation === 'listCollections') return false;
  const reader = {
    userId: caller.uid,
    claims: caller.claims,
    exists: (path: string) => documents.get(path) !== undefined,
  };
  if ('path' in request && request.path !== undefined) return liveAccess.canGet(reader, request.path);
  const { query } = request;
  if (!query || query.allDescendants) return false;
  return liveAccess.canList(reader, query.parent, query.collectionId ?? '');
};

/** Rejects requests without a token before their bodies are read, because only clients with a token can read. */
export const permitLiveRequest: Permits = ({ kind }, operation) =>
  kind === 'user' && operation !== 'write' && operation !== 'listCollections';

/** Leaving a room and ending a session delete a document, which immediately ends the reads it authorized. */
export const rightsChangedBy: RightsChangedBy = ({ path, after }) =>
  after ? undefined : liveAccess.readerEndedBy(path);
