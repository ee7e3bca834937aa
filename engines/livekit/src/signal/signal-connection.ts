import type { RawData, WebSocket } from 'ws';

import type { LivekitLimits } from '../options';
import { type Outgoing, readRequest, type Request } from './messages';
import { Rate } from './rate';

const POLICY_VIOLATION = 1008;
const UNREADABLE = 1007;
/** Timeout for the client's close frame, in milliseconds. */
const CLOSE_MS = 1000;
/** How long the last message has to arrive before the connection is closed, in milliseconds. */
const LINGER_MS = 200;

interface Handlers {
  onRequest(request: Request): void;
  onClose(): void;
  /** Called when the client sends too much or malformed messages, or does not read its own. */
  onMisbehaved(what: 'unreadable' | 'too_many' | 'slow'): void;
}

/** One WebSocket of a participant. */
export class SignalConnection {
  #isText = false;
  #isOver = false;
  readonly #rate: Rate;

  constructor(
    private readonly socket: WebSocket,
    private readonly limits: LivekitLimits,
    private readonly handlers: Handlers,
  ) {
    this.#rate = new Rate(limits.signalBurst, limits.signalPerSecond);
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    socket.on('close', () => {
      this.#isOver = true;
      handlers.onClose();
    });
    // A message over the size limit, an invalid frame or a reset; `close` follows.
    socket.on('error', () => undefined);
  }

  send(message: Outgoing): void {
    if (this.#isOver || this.socket.readyState !== this.socket.OPEN) return;
    if (this.socket.bufferedAmount > this.limits.maxQueuedBytes) {
      this.handlers.onMisbehaved('slow');
      this.#isOver = true;
      this.socket.terminate();
      return;
    }
    this.socket.send(this.#isText ? message.text : message.binary);
  }

  /** Closes after a delay in which the messages sent so far can arrive. */
  end(): void {
    setTimeout(() => this.close(), LINGER_MS).unref();
  }

  close(code = 1000): void {
    this.#isOver = true;
    this.socket.close(code);
    setTimeout(() => this.socket.terminate(), CLOSE_MS).unref();
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (this.#isOver) return;
    if (!this.#rate.take()) {
      this.handlers.onMisbehaved('too_many');
      this.close(POLICY_VIOLATION);
      return;
    }
    let request: Request;
    try {
      request = readRequest(data as Buffer, isBinary);
      this.#isText = !isBinary;
    } catch {
      this.handlers.onMisbehaved('unreadable');
      this.close(UNREADABLE);
      return;
    }
    if (request.case !== undefined) this.handlers.onRequest(request);
  }
}
