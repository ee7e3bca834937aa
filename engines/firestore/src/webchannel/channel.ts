import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';

import { SendQueue } from './send-queue';

/** Buffer limits and timeouts of a channel. */
export interface ChannelLimits {
  /** A channel that has sent nothing for this long sends a heartbeat. */
  readonly keepaliveMs: number;
  /** Maximum unacknowledged characters; beyond this the channel is dropped and the client resumes. */
  readonly maxQueuedBytes: number;
  /** The response ends after this many characters so that the client's next request acknowledges what has arrived. */
  readonly bytesPerAnswer: number;
  /** Maximum duration of a response; otherwise data for an idle client would stay unacknowledged for hours. */
  readonly answerMs: number;
  /** How long a channel waits for its client to reconnect. */
  readonly graceMs: number;
}

/** The server-side consumer of a channel. */
export interface ChannelStream {
  receive(message: unknown): void;
  /** Called when the client has acknowledged data, so there may be room for more. */
  progress(): void;
  /** Called when nothing has been sent for a while. */
  idle(): void;
  /** Checks again whether the caller may still listen. */
  recheck(): void;
  end(): void;
}

/** Above this, nothing more is written to a slow connection until it drains. */
const SOCKET_BYTES = 256 * 1024;
const CHUNK_CHARACTERS = 128 * 1024;
const NOOP = '["noop"]';
const CLOSE = '["close"]';

const sharedChunks = new Map<readonly string[], Map<number, Buffer>>();

/**
 * Returns the payloads, numbered from `firstId`, with HTTP chunk framing: writing them straight to the socket takes one
 * call instead of four. Cached for the current turn, in which all recipients of the same payloads are served.
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
 * The server side of one WebChannel session: numbers what it sends, keeps it until the client acknowledges it, and
 * resends it when the client reconnects.
 *
 * Payloads are ASCII, so lengths in bytes equal lengths in JavaScript characters, which the protocol counts.
 */
export class Channel {
  readonly sid = randomBytes(24).toString('base64url');
  /** Sent with every request of the client; knowing only `sid` is not enough to use the session. */
  readonly sessionId = randomBytes(24).toString('base64url');
  stream: ChannelStream | undefined;
  readonly #queue = new SendQueue();
  #sentId = 0;
  #nextMessage = 0;
  #answerBytes = 0;
  #answer: ServerResponse | undefined;
  #isLongPoll = false;
  #patienceMs: number;
  /** When the client was last seen. */
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

  /**
   * The response to the client's forward requests: whether a back channel is open, the last number assigned, and the
   * unacknowledged characters.
   */
  get state(): [number, number, number] {
    return [this.#answer ? 1 : 0, this.#queue.lastId, this.#queue.length];
  }

  /** Characters that a long transfer may queue without filling the channel. */
  get room(): number {
    return this.limits.bytesPerAnswer - this.#queue.length;
  }

  /**
   * Sends payloads, each a JSON array of one message. Paced payloads, limited by `room`, never count the client as a
   * slow reader.
   */
  send(payloads: readonly string[], isPaced = false): void {
    if (this.#isClosed) return;
    const isAlone = this.#queue.isEmpty;
    this.#queue.add(payloads);
    const mayShare = this.#sentId + payloads.length === this.#queue.lastId;
    if (!isPaced && !isAlone && this.#queue.length > this.limits.maxQueuedBytes) this.close();
    else if (!mayShare || !this.#writeShared(payloads)) this.#flush();
  }

  /** Processes the client's numbered messages, each exactly once. */
  receive(offset: number, messages: readonly unknown[]): void {
    this.#seenAt = this.now();
    for (const [index, message] of messages.entries()) {
      if (offset + index < this.#nextMessage) continue;
      this.#nextMessage = offset + index + 1;
      this.stream?.receive(message);
    }
  }

  /** Records that the client has everything up to this number. */
  acknowledge(id: number): void {
    if (this.#queue.acknowledge(id)) this.stream?.progress();
  }

  /** Attaches a hanging request of the client; everything it has not acknowledged is sent in the response. */
  attach(answer: ServerResponse, acknowledged: number, isLongPoll: boolean, patienceMs?: number): void {
    this.#endAnswer();
    this.#seenAt = this.#sentAt = this.now();
    // Jitter, so that clients that connected together do not all reconnect together.
    this.#answerEndsAt = this.now() + this.limits.answerMs * (0.5 + Math.random() / 2);
    // Acknowledged data is gone, regardless of what this request says.
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
    // Without immediate bytes a client assumes a buffering proxy and falls back to polling.
    if (this.#answer === answer && !isLongPoll && this.#queue.isEmpty) this.send([NOOP]);
    else this.#flush();
  }

  /**
   * Runs periodically: sends a heartbeat, ends the response to get an acknowledgement, or closes a session whose client
   * has not reconnected.
   */
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

  /** Sends the client a close message after all pending payloads, and then forgets the session. */
  finish(payloads: readonly string[]): void {
    this.send([...payloads, CLOSE]);
    // The client has no reason to reconnect, so the session closes after a short time for fetching what is pending.
    setTimeout(() => this.close(), Math.min(this.limits.graceMs, 10_000)).unref();
  }

  /**
   * Closes the session on shutdown. A client whose response merely ends tries to recover its session, first after 5 to
   * 15 seconds; one that receives a close message reconnects at once, and again after a second.
   */
  goAway(): void {
    const answer = this.#answer;
    this.send([CLOSE]);
    // Pending data leaves with the response; the service gives its connections a moment for that.
    this.#answer = undefined;
    answer?.end();
    this.close();
  }

  /** Forgets the session at once: the client's next request gets an unknown-session error and it opens a new one. */
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

  /**
   * Writes a payload shared by many channels from one cached buffer. Returns false when the regular path must be used.
   */
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
