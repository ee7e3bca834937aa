import type { BoardChange } from '@manabiba/shared/contract/board-elements';
import { BOARD_GAP_MS, MAX_BOARD_CALL_BYTES, MAX_BOARD_CHANGES } from '@manabiba/shared/contract/limits';
import { type ApiError, isApiError } from '@manabiba/shared/platform';

/** Pause after a failure that may be over soon, in milliseconds. */
const RETRY_MS = 1000;
/** What a call may contain besides its elements, in bytes; a character of Japanese has three. */
const MAX_CALL_LENGTH = MAX_BOARD_CALL_BYTES / 3 - 1000;

type Stamp = Pick<BoardChange, 'version' | 'versionNonce'>;

interface BoardSyncOptions {
  send: (changes: BoardChange[]) => Promise<unknown>;
  /** The api does not take what was drawn: it must be taken off this screen. Nothing more is sent of it. */
  onRefused: (error: ApiError) => void;
}

/**
 * Sends what is drawn in this browser: at most one call at a time and one every 125 ms, each with the latest version of
 * what has changed. What fails for want of a connection is sent again later.
 */
export function createBoardSync({ send, onRefused }: BoardSyncOptions) {
  /** The latest version of each element that the api has or is getting. */
  const known = new Map<string, Stamp>();
  const pending = new Map<string, BoardChange>();
  let isSending = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let nextAt = 0;

  function schedule(): void {
    if (isSending || timer !== undefined || pending.size === 0) return;
    timer = setTimeout(
      () => {
        timer = undefined;
        void flush();
      },
      Math.max(0, nextAt - performance.now()),
    );
  }

  async function flush(): Promise<void> {
    const changes = nextCall(pending);
    if (changes.length === 0) return;
    for (const { id } of changes) pending.delete(id);
    isSending = true;
    nextAt = performance.now() + BOARD_GAP_MS;
    try {
      await send(changes);
    } catch (error) {
      const isLasting = isApiError(error) && error.status >= 400 && error.status < 500 && error.code !== 'rate_limited';
      if (isLasting) {
        onRefused(error);
      } else {
        for (const change of changes) if (!pending.has(change.id)) pending.set(change.id, change);
        nextAt = performance.now() + RETRY_MS;
      }
    }
    isSending = false;
    schedule();
  }

  function receive(changes: readonly BoardChange[]): void {
    for (const change of changes) {
      const { id, version, versionNonce } = change;
      const sent = known.get(id);
      if (!sent || sent.version <= version) known.set(id, { version, versionNonce });
    }
  }

  return {
    /** Takes note of what has arrived from the api, which is not sent back. */
    receive,

    /** Begins anew with what the api has, after a refusal. */
    startOver(changes: readonly BoardChange[]): void {
      known.clear();
      pending.clear();
      receive(changes);
    },

    /**
     * Sends what differs from what the api has. `toChange` returns null for what does not belong on the board, and is
     * called only for what has changed.
     */
    offer<T extends Stamp & { id: string }>(
      elements: readonly T[],
      toChange: (element: T) => BoardChange | null,
    ): void {
      for (const element of elements) {
        const sent = known.get(element.id);
        const isSame = sent?.version === element.version && sent.versionNonce === element.versionNonce;
        if (isSame || (sent && sent.version > element.version)) continue;
        const change = toChange(element);
        if (!change) continue;
        known.set(element.id, { version: element.version, versionNonce: element.versionNonce });
        pending.set(element.id, change);
      }
      schedule();
    },

    /** Sends what is left, without waiting for its turn. */
    stop(): void {
      clearTimeout(timer);
      timer = undefined;
      if (!isSending) void flush();
    },
  };
}

/** The changes that fit into one call, the oldest first; at least one. */
function nextCall(pending: ReadonlyMap<string, BoardChange>): BoardChange[] {
  const changes: BoardChange[] = [];
  let length = 0;
  for (const change of pending.values()) {
    length += JSON.stringify(change).length;
    if (changes.length === MAX_BOARD_CHANGES || (changes.length > 0 && length > MAX_CALL_LENGTH)) break;
    changes.push(change);
  }
  return changes;
}
