/** A live document, or the documents of a live collection, as a page wants to hear of it. */
export interface LiveTarget {
  kind: 'document' | 'collection';
  /** rooms/{id} or rooms/{id}/users */
  path: string;
  /** Fields by which a collection is ordered; by id where they are equal. */
  orderBy?: ReadonlyArray<{ field: string; direction?: 'asc' | 'desc' }>;
  /** Only the last so many of that order. */
  limitToLast?: number;
}

export type LiveValue = Readonly<Record<string, unknown>>;

/** What has changed at a target since the update before. */
export interface LiveUpdate {
  /** What came before is void: `changed` is all there is. */
  isWhole: boolean;
  changed: ReadonlyArray<readonly [id: string, value: LiveValue]>;
  removed: readonly string[];
  /** Ids in their order; null when it is as before. */
  order: readonly string[] | null;
  /** The service has confirmed this state, and will tell of every change. */
  isLive: boolean;
}

/** Why a target is not told any more: the error code of the service. */
export type LiveRefusal = 'permission-denied' | 'unauthenticated' | 'invalid-argument' | 'unavailable';

export interface LiveObserver {
  next: (update: LiveUpdate) => void;
  /** Nothing follows after this. */
  refuse: (code: LiveRefusal) => void;
}

/** One text for one target, whoever asks for it. */
export const targetKey = (target: LiveTarget) =>
  JSON.stringify([target.kind, target.path, target.orderBy ?? [], target.limitToLast ?? 0]);

/** The classroom whose live documents hold the target; none for those of a person. */
export const roomOf = ({ path }: LiveTarget): string | undefined => /^rooms\/([^/]+)/.exec(path)?.[1];
