/** A live document or a live collection, as requested by a page. */
export interface LiveTarget {
  kind: 'document' | 'collection';
  /** rooms/{id} or rooms/{id}/users */
  path: string;
  /** The fields that order a collection; ties are ordered by id. */
  orderBy?: ReadonlyArray<{ field: string; direction?: 'asc' | 'desc' }>;
  /** Limits the collection to the last items in that order. */
  limitToLast?: number;
}

export type LiveValue = Readonly<Record<string, unknown>>;

/** The changes of a target since the previous update. */
export interface LiveUpdate {
  /** Replaces the previous state: `changed` holds all values. */
  isWhole: boolean;
  changed: ReadonlyArray<readonly [id: string, value: LiveValue]>;
  removed: readonly string[];
  /** The ids in order; null when the order is unchanged. */
  order: readonly string[] | null;
  /** The service has confirmed this state and sends every change. */
  isLive: boolean;
}

/** Why a target is refused: the error code of the service. */
export type LiveRefusal = 'permission-denied' | 'unauthenticated' | 'invalid-argument' | 'unavailable';

export interface LiveObserver {
  next: (update: LiveUpdate) => void;
  /** Final: no further updates follow. */
  refuse: (code: LiveRefusal) => void;
}

/** Returns the same string for equal targets. */
export const targetKey = (target: LiveTarget) =>
  JSON.stringify([target.kind, target.path, target.orderBy ?? [], target.limitToLast ?? 0]);

/** The classroom that the target's live documents belong to; undefined for those of a user. */
export const roomOf = ({ path }: LiveTarget): string | undefined => /^rooms\/([^/]+)/.exec(path)?.[1];
