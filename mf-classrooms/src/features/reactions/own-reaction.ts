import type { ReactionName, RoomUserDoc } from '@manabiba/shared/contract/room-documents';
import { personMemory } from '@manabiba/shared/platform';
import { useSyncExternalStore } from 'react';

/** An optimistic reaction of the viewer, ahead of the live documents. */
export interface OwnReaction {
  reactionName: ReactionName | null;
}

/** After this time the live documents take precedence, in milliseconds. */
const SETTLED_AFTER_MS = 3_000;

const shown = personMemory(() => new Map<string, readonly OwnReaction[]>());
// oxlint-disable-next-line house/no-module-state -- Filled by effects, which only the browser runs.
const listeners = new Set<() => void>();
const NONE: readonly OwnReaction[] = [];

function set(classroomId: string, layers: readonly OwnReaction[]): void {
  if (layers.length > 0) shown().set(classroomId, layers);
  else shown().delete(classroomId);
  for (const listener of listeners) listener();
}

const without = (classroomId: string, isGone: (layer: OwnReaction) => boolean) =>
  set(
    classroomId,
    (shown().get(classroomId) ?? NONE).filter((layer) => !isGone(layer)),
  );

/**
 * Shows a reaction of the viewer optimistically. Call `takeBack` when the request fails, or `settle` when it succeeds.
 */
export function showOwnReaction(classroomId: string, reactionName: ReactionName | null) {
  const layer: OwnReaction = { reactionName };
  set(classroomId, [...(shown().get(classroomId) ?? NONE), layer]);
  return {
    takeBack: () => without(classroomId, (other) => other === layer),
    settle: () => {
      // Earlier optimistic reactions have been replaced by this one.
      const layers = shown().get(classroomId) ?? NONE;
      const older = layers.slice(0, layers.indexOf(layer));
      without(classroomId, (other) => older.includes(other));
      setTimeout(() => without(classroomId, (other) => other === layer), SETTLED_AFTER_MS);
    },
  };
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Returns the reaction just sent by the viewer, until the live documents have it. */
export function useOwnReaction(classroomId: string): OwnReaction | undefined {
  const read = () => shown().get(classroomId)?.at(-1);
  return useSyncExternalStore(subscribe, read, read);
}

/** Returns the participants with the viewer's optimistic reaction applied. */
export function withOwnReaction(
  people: readonly RoomUserDoc[],
  meId: string,
  own: OwnReaction | undefined,
): readonly RoomUserDoc[] {
  if (!own || !people.some(({ id, reactionName }) => id === meId && reactionName !== own.reactionName)) return people;
  return people.map((person) => (person.id === meId ? { ...person, reactionName: own.reactionName } : person));
}
