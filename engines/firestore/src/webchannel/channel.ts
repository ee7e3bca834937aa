import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';

import { SendQueue } from './send-queue';

/** How much a channel holds, and how patient it is. */
export interface ChannelLimits {
  /** A channel that has sent nothing for this long sends a sign of life. */
  readonly keepaliveMs: number;
  /** Characters that wait for the client's word that they have arrived; with more the channel is dropped, and the client resumes. */
  readonly maxQueuedBytes: number;
  /** After this many characters the answer ends: the client's next request tells what has arrived. */
  readonly bytesPerAnswer: number;
  /** After this long at most, too: what a quiet client has would otherwise be kept for hours. */
  readonly answerMs: number;
  /** How long a channel waits for its client to come back. */
  readonly graceMs: number;
}

/** What lives at the server's end of a channel. */
export interface ChannelStream {
  receive(message: unknown): void;
  /** The client has taken something off the queue: there may be room for more. */
  progress(): void;
  /** Nothing was sent for a while. */
  idle(): void;
  /** Looks again whether the caller may hear what it listens to. */
  recheck(): void;
  end(): void;
}

/** Beyond this a slow connection gets nothing more until it has taken what it has. */
const SOCKET_BYTES = 256 * 1024;
const CHUNK_CHARACTERS = 128 * 1024;
const NOOP = '["noop"]';
const CLOSE = '["close"]';

const sharedChunks = new Map<readonly string[], Map<number, Buffer>>();

/**
 * The bytes of payloads numbered from `firstId`, in HTTP's own framing of a chunk: written straight to the socket they
 * cost one call instead of four. Kept for the turn in which all who are told the same are told it.
 */
function sharedChunk(payloads: readonly string[], firstId: number): Buffer {
  if (sharedChunks.size === 0) setImmediate(() => sharedChunks.clear());
  const byFirstId = sharedChunks.get(payloads) ?? new Map<number, Buffer>();
  sharedChunks.set(payloads, byFirstId);
  let bytes = byFirstId.get(firstId);
  if (!bytes) {
    const arrays = `[${payloads.map((payload, index) => `[${firstId + index},${payload}]`).join(',')}]`;
    const chunk = `${arrays.length}\n${arrays}`;
    bytes = Buffer.from(`${chunk.length.toString(16)}\r\n${chunk}\r\n`, 'latin1');
    byFirstId.set(firstId, bytes);
  }
  return bytes;
}

/**
 * The server's end of one WebChannel session: numbers what it sends, keeps it until the client says that it has it, and
 * sends it again when the client comes back with a new request.
 *
 * Payloads are ASCII, so that lengths in bytes and in JavaScript's characters, which the protocol counts, are the same.
 */
export class Channel {
  readonly sid = randomBytes(24).toString('base64url');
  /** Comes back with every request of the client; whoever has only the other id cannot use the session. */
  readonly sessionId = randomBytes(24).toString('base64url');
  stream: ChannelStream | undefined;
  readonly #queue = new SendQueue();
  #sentId = 0;
  #nextMessage = 0;
  #answerBytes = 0;
  #answer: ServerResponse | undefined;
  #isLongPoll = false;
  #patienceMs: number;
  /** When the client was last heard of. */
  #seenAt: number;
  #sentAt: number;
  #answerEndsAt = 0;
  #isClosed = false;

  constructor(
    private readonly limits: ChannelLimits,
    private readonly now: () => number,
    private readonly onClosed: (channel: Channel) => void,
  ) {
    this.#seenAt = this.#sentAt = now();
    this.#patienceMs = limits.keepaliveMs;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The words for the client's forward requests: back channel there, last number given, characters that wait. */
  get state(): [number, number, number] {
    return [this.#answer ? 1 : 0, this.#queue.lastId, this.#queue.length];
  }

  /** Characters that may be queued for something long without filling the channel. */
  get room(): number {
    return this.limits.bytesPerAnswer - this.#queue.length;
  }

  /** Sends payloads, each a JSON array of one message. What is paced by the room there is never makes a client a slow reader. */
  send(payloads: readonly string[], isPaced = false): void {
    if (this.#isClosed) return;
    const isAlone = this.#queue.isEmpty;
    this.#queue.add(payloads);
    const mayShare = this.#sentId + payloads.length === this.#queue.lastId;
    if (!isPaced && !isAlone && this.#queue.length > this.limits.maxQueuedBytes) this.close();
    else if (!mayShare || !this.#writeShared(payloads)) this.#flush();
  }

  /** Takes in the client's numbered messages, each once. */
  receive(offset: number, messages: readonly unknown[]): void {
    this.#seenAt = this.now();
    for (const [index, message] of messages.entries()) {
      if (offset + index < this.#nextMessage) continue;
      this.#nextMessage = offset + index + 1;
      this.stream?.receive(message);
    }
  }

  /** The client has everything up to this number. */
  acknowledge(id: number): void {
    if (this.#queue.acknowledge(id)) this.stream?.progress();
  }

  /** A hanging request of the client: everything that it does not have goes into its answer. */
  attach(answer: ServerResponse, acknowledged: number, isLongPoll: boolean, patienceMs?: number): void {
    this.#endAnswer();
    this.#seenAt = this.#sentAt = this.now();
    // Not all at once, who came together.
    this.#answerEndsAt = this.now() + this.limits.answerMs * (0.5 + Math.random() / 2);
    // What the client has told to have before is gone, whatever this request says.
    this.#sentId = Math.min(this.#queue.lastId, Math.max(acknowledged, this.#queue.acknowledgedId));
    this.#answer = answer;
    this.#answerBytes = 0;
    this.#isLongPoll = isLongPoll;
    this.#patienceMs = Math.min(this.limits.keepaliveMs, patienceMs ?? Infinity);
    const { socket } = answer;
    const goOn = () => {
      if (this.#answer === answer) this.#flush();
    };
    socket?.on('drain', goOn);
    answer.on('close', () => {
      socket?.off('drain', goOn);
      if (this.#answer !== answer) return;
      this.#answer = undefined;
      this.#seenAt = this.now();
    });
    this.acknowledge(acknowledged);
    // Without bytes at once a client takes a proxy for one that holds answers back, and polls.
    if (this.#answer === answer && !isLongPoll && this.#queue.isEmpty) this.send([NOOP]);
    else this.#flush();
  }

  /** Looks at the time: sends a sign of life, asks what has arrived, or gives a client up that has not come back. */
  tick(): void {
    if (!this.#answer) {
      if (this.now() - this.#seenAt >= this.limits.graceMs) this.close();
      return;
    }
    if (this.#sentId < this.#queue.lastId) return;
    if (!this.#isLongPoll && !this.#queue.isEmpty && this.now() >= this.#answerEndsAt) {
      this.#endAnswer();
      return;
    }
    if (this.now() - this.#sentAt < this.#patienceMs) return;
    const { lastId } = this.#queue;
    this.stream?.idle();
    if (this.#queue.lastId === lastId) this.send([NOOP]);
  }

  /** Tells the client that nothing more comes, after what waits, and forgets the session. */
  finish(payloads: readonly string[]): void {
    this.send([...payloads, CLOSE]);
    // The client has no reason to come back: a moment for what it has not fetched yet, then the session goes.
    setTimeout(() => this.close(), Math.min(this.limits.graceMs, 10_000)).unref();
  }

  /**
   * Forgets the session because the service goes. A client whose answer just ends tries to get its session back, first
   * after 5 to 15 seconds; one that is told to close opens another at once, and again after a second.
   */
  goAway(): void {
    const answer = this.#answer;
    this.send([CLOSE]);
    // What waits leaves with the answer; the service gives its connections a moment for that.
    this.#answer = undefined;
    answer?.end();
    this.close();
  }

  /** Forgets the session at once: the client's next request is told so, and it opens another. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const answer = this.#answer;
    this.#answer = undefined;
    if (answer && answer.writableLength > 0) answer.destroy();
    else answer?.end();
    this.#queue.clear();
    this.stream?.end();
    this.onClosed(this);
  }

  #flush(): void {
    const answer = this.#answer;
    if (!answer) return;
    while (this.#sentId < this.#queue.lastId && this.#answer === answer) {
      if (answer.writableLength > SOCKET_BYTES) return;
      this.#writeChunk(answer);
      if (this.#isLongPoll || this.#answerBytes > this.limits.bytesPerAnswer) this.#endAnswer();
    }
  }

  /** Writes what many channels are sent alike in bytes that are made once. Returns false when it has to go the long way. */
  #writeShared(payloads: readonly string[]): boolean {
    const answer = this.#answer;
    const socket = answer?.socket;
    if (!answer?.chunkedEncoding || !socket || this.#isLongPoll || socket.writableLength > SOCKET_BYTES) return false;
    const bytes = sharedChunk(payloads, this.#sentId + 1);
    this.#sentId = this.#queue.lastId;
    this.#answerBytes += bytes.length;
    this.#sentAt = this.now();
    socket.write(bytes);
    if (this.#answerBytes > this.limits.bytesPerAnswer) this.#endAnswer();
    return true;
  }

  #writeChunk(answer: ServerResponse): void {
    let chunk = '[';
    for (const [id, payload] of this.#queue.after(this.#sentId)) {
      if (chunk.length > 1 && chunk.length >= CHUNK_CHARACTERS) break;
      chunk += `${chunk.length === 1 ? '' : ','}[${id},${payload}]`;
      this.#sentId = id;
    }
    chunk += ']';
    this.#answerBytes += chunk.length;
    this.#sentAt = this.now();
    answer.write(`${chunk.length}\n${chunk}`, 'latin1');
  }

  #endAnswer(): void {
    const answer = this.#answer;
    this.#answer = undefined;
    this.#seenAt = this.now();
    answer?.end();
  }
}
