import { createHash } from 'node:crypto';

import { WebhookEvent } from '@livekit/protocol';

import type { Counters } from '../metrics';
import type { RecordingEvent } from '../recording/recordings';
import { newSid } from '../rooms/ids';
import type { RoomEvent } from '../rooms/room';
import type { AccessTokens } from '../tokens/access-tokens';

const TIMEOUT_MS = 5000;
const FIRST_RETRY_MS = 250;
const MAX_RETRY_MS = 10_000;
/** With doubling delays, about half a minute in total. */
const MAX_TRIES = 8;
/** Limit of queued events of all rooms; further ones are dropped. */
const MAX_WAITING = 5000;
/** Timeout for delivering the last events on close, in milliseconds. */
const CLOSE_MS = 1500;

interface WebhooksDeps {
  readonly urls: readonly string[];
  readonly tokens: AccessTokens;
  readonly counters: Counters;
  /** Called when delivery of an event is given up. */
  onFailure(failure: unknown): void;
}

/** Notifies other programs of events in rooms: signed as by LiveKit, in order within a room, with retries. */
export class Webhooks {
  readonly #queues = new Map<string, Promise<void>>();
  readonly #over = new AbortController();
  #waiting = 0;
  #dropped = 0;

  constructor(private readonly deps: WebhooksDeps) {}

  publish(event: RoomEvent | RecordingEvent): void {
    const { urls, counters } = this.deps;
    const roomName = 'room' in event ? event.room.name : event.egressInfo.roomName;
    for (const url of urls) {
      if (this.#waiting >= MAX_WAITING || this.#over.signal.aborted) {
        counters.add('webhooks', 'dropped');
        this.#dropped += 1;
        continue;
      }
      const numDropped = this.#dropped;
      this.#dropped = 0;
      const createdAt = BigInt(Math.floor(Date.now() / 1000));
      const body = new WebhookEvent({ ...event, id: newSid('EV'), createdAt, numDropped }).toJsonString();
      this.#enqueue(`${url} ${roomName}`, () => this.#deliver(url, body));
    }
  }

  /** Waits briefly for the delivery of the last events. */
  async close(): Promise<void> {
    const timer = setTimeout(() => this.#over.abort(), CLOSE_MS);
    await Promise.all(this.#queues.values());
    clearTimeout(timer);
    this.#over.abort();
  }

  #enqueue(queue: string, work: () => Promise<void>): void {
    this.#waiting += 1;
    const done = (this.#queues.get(queue) ?? Promise.resolve()).then(work).then(() => {
      this.#waiting -= 1;
      if (this.#queues.get(queue) === done) this.#queues.delete(queue);
    });
    this.#queues.set(queue, done);
  }

  async #deliver(url: string, body: string): Promise<void> {
    const { counters, onFailure } = this.deps;
    let failure: unknown;
    for (let tries = 0; tries < MAX_TRIES && !this.#over.signal.aborted; tries += 1) {
      if (tries > 0) await this.#pause(Math.min(FIRST_RETRY_MS * 2 ** (tries - 1), MAX_RETRY_MS));
      try {
        await this.#post(url, body);
        counters.add('webhooks', 'delivered');
        return;
      } catch (reason) {
        counters.add('webhooks', 'failed');
        failure = reason;
      }
    }
    counters.add('webhooks', 'given_up');
    if (!this.#over.signal.aborted) onFailure(failure);
  }

  /** Posts one event. Each attempt signs a new token, because tokens are valid for five minutes. */
  async #post(url: string, body: string): Promise<void> {
    const sha256 = createHash('sha256').update(body).digest('base64');
    const authorization = await this.deps.tokens.signWebhook(sha256);
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/webhook+json', authorization },
      body,
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), this.#over.signal]),
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`A webhook was answered with ${response.status}.`);
  }

  #pause(ms: number): Promise<void> {
    const { signal } = this.#over;
    return new Promise((done) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        done();
      };
      const timer = setTimeout(end, ms);
      signal.addEventListener('abort', end);
    });
  }
}
