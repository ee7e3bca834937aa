/** A live document or a live collection, as a page requests it. */
export interface LiveTarget {
  kind: 'document' | 'collection';
  /** rooms/{id} or rooms/{id}/users */
  path: string;
  /** Fields by which a collection is ordered; by id where they are equal. */
  orderBy?: ReadonlyArray<{ field: string; direction?: 'asc' | 'desc' }>;
  /** Only the last items of that order, at most this many. */
  limitToLast?: number;
}

export type LiveValue = Readonly<Record<string, unknown>>;

/** What has changed in a target since the previous update. */
export interface LiveUpdate {
  /** Replaces everything before: `changed` holds all values. */
  isWhole: boolean;
  changed: ReadonlyArray<readonly [id: string, value: LiveValue]>;
  removed: readonly string[];
  /** The ids in order; null when the order has not changed. */
  order: readonly string[] | null;
  /** The service has confirmed this state and sends every change. */
  isLive: boolean;
}

/** Why a target is refused: the error code of the service. */
export type LiveRefusal = 'permission-denied' | 'unauthenticated' | 'invalid-argument' | 'unavailable';

export interface LiveObserver {
  next: (update: LiveUpdate) => void;
  /** Nothing follows after this. */
  refuse: (code: LiveRefusal) => void;
}

/** The same text for the same target. */
export const targetKey = (target: LiveTarget) =>
  JSON.stringify([target.kind, target.path, target.orderBy ?? [], target.limitToLast ?? 0]);

/** The classroom to whose live documents the target belongs; undefined for those of a person. */
export const roomOf = ({ path }: LiveTarget): string | undefined => /^rooms\/([^/]+)/.exec(path)?.[1];
