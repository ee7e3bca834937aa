import { newId } from '../../platform/ids';
import type { ChangedDocument } from './live-outbox';
import type { LiveProjection } from './live-projection';

const FENCE = 'fence';

/** A row of the outbox without a document: it is deleted once everything that was due before it is written. */
export function newFence(): ChangedDocument {
  const id = newId('fence');
  return { kind: FENCE, path: `fences/${id}`, classroomId: null, subjectId: id };
}

/** Writes nothing for fences. */
export const fenceProjection: LiveProjection = { kinds: [FENCE], project: () => Promise.resolve({ writes: [] }) };
