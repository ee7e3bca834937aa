import type { ClassroomComment, QuotedComment } from '@manabiba/shared/contract/classroom-comments';
import { COMMENT_GAP_MS } from '@manabiba/shared/contract/limits';
import { createClassroomComment } from '@manabiba/shared/data/endpoints';
import { randomHex } from '@manabiba/shared/format/random-hex';
import { callEndpoint, holdSession, isApiError, personMemory } from '@manabiba/shared/platform';
import { createStore } from 'zustand/vanilla';

/** A comment of the viewer that is being sent. */
export interface Outgoing {
  id: string;
  body: string;
  replyTo?: QuotedComment | undefined;
  state: 'waiting' | 'failed' | 'sent';
  /** Why it failed. */
  reason?: string;
  /** It failed without a response, so it may have been delivered. */
  isUnheard?: boolean;
  /** The saved comment, once sent. */
  comment?: ClassroomComment;
}

/**
 * Sends comments sequentially, no faster than the api accepts them, without automatic retries. A failed comment stays
 * here until it is retried or dropped, so no input is lost, whatever is shown meanwhile.
 */
export class SendQueue {
  private readonly store = createStore<readonly Outgoing[]>(() => []);
  private readonly intents = new Map<string, string>();
  private isSending = false;
  private isClosed = false;
  private lastAt = Number.NEGATIVE_INFINITY;
  private count = 0;
  private key: string | undefined;

  constructor(private readonly classroomId: string) {}

  /** Sets the key of a private classroom for further sends. */
  setKey(key: string | undefined): void {
    this.key = key;
  }

  read = this.store.getState;

  subscribe = this.store.subscribe;

  send(body: string, replyTo?: QuotedComment): void {
    this.show([...this.read(), { id: `out_${this.count++}`, body, replyTo, state: 'waiting' }]);
    void this.work();
  }

  retry(id: string): void {
    this.change(id, { state: 'waiting', reason: undefined, isUnheard: undefined });
    void this.work();
  }

  /** Retries unanswered comments. The idempotency key prevents duplicates of delivered ones. */
  retryUnheard(): void {
    for (const { id, isUnheard } of this.read()) if (isUnheard) this.retry(id);
  }

  drop(id: string): void {
    this.intents.delete(id);
    this.show(this.read().filter((item) => item.id !== id));
  }

  /** Stops sending and clears the queue, because the user has changed. */
  close(): void {
    this.isClosed = true;
    this.intents.clear();
    this.show([]);
  }

  private async work(): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    try {
      for (;;) {
        const next = this.read().find(({ state }) => state === 'waiting');
        if (!next) return;
        await pause(this.lastAt + COMMENT_GAP_MS - performance.now());
        if (this.isClosed) return;
        await this.deliver(next);
      }
    } finally {
      this.isSending = false;
    }
  }

  private async deliver({ id, body, replyTo }: Outgoing): Promise<void> {
    const intent = this.intents.get(id) ?? newIntent();
    this.intents.set(id, intent);
    try {
      const comment = await callEndpoint(
        createClassroomComment,
        { params: { id: this.classroomId }, body: { body, key: this.key, replyTo: replyTo?.id } },
        { idempotencyKey: intent },
      );
      this.change(id, { state: 'sent', comment });
    } catch (error) {
      if (!isApiError(error)) throw error;
      // A response completes the intent; only what may have been delivered is retried with the same key. An expired
      // session does not count as a response: the user is asked to sign in again.
      const isUnheard = error.status < 400 || error.status >= 500 || error.code === 'unauthenticated';
      if (!isUnheard) this.intents.delete(id);
      this.change(id, { state: 'failed', reason: error.message, isUnheard });
    } finally {
      this.lastAt = performance.now();
    }
  }

  private change(id: string, change: Partial<Outgoing>): void {
    this.show(this.read().map((item) => (item.id === id ? { ...item, ...change } : item)));
  }

  private show(items: readonly Outgoing[]): void {
    this.store.setState(items, true);
  }
}

const outboxes = personMemory(
  () => {
    const known = new Map<string, SendQueue>();
    // Undelivered comments would be lost with the session, even on a page that shows no comments.
    return {
      known,
      release: holdSession(() =>
        [...known.values()].some((queue) => queue.read().some(({ state }) => state !== 'sent')),
      ),
    };
  },
  ({ known, release }) => {
    release();
    known.forEach((queue) => queue.close());
  },
);

/**
 * Returns the user's single queue for a classroom in this window; it survives page changes and is cleared when the user
 * changes.
 */
export function sendQueueOf(classroomId: string): SendQueue {
  const { known } = outboxes();
  const queue = known.get(classroomId) ?? new SendQueue(classroomId);
  known.set(classroomId, queue);
  return queue;
}

const pause = (ms: number) =>
  ms > 0
    ? new Promise<void>((resolve) => {
        setTimeout(resolve, ms);
      })
    : Promise.resolve();
const newIntent = () => randomHex(16);
