import { Outgoing, type Response } from './messages';
import type { SignalConnection } from './signal-connection';

/** Messages that are outdated by the time a lost connection is resumed; they are not queued. */
const FLEETING: readonly Response['case'][] = ['pong', 'pongResp', 'speakersChanged', 'connectionQuality', 'reconnect'];
/** Limit of queued messages; beyond it the client reconnects fully instead of resuming. */
const MAX_KEPT = 1000;

/**
 * Sends messages to a participant's client. While its signal connection is lost, messages are queued and sent on the
 * next connection, so that a resumed client misses nothing.
 */
export class Link {
  #connection: SignalConnection | undefined;
  #kept: Outgoing[] = [];
  #hasMissed = false;

  get isAttached(): boolean {
    return this.#connection !== undefined;
  }

  /** Whether too many messages were missed to resume. */
  get hasMissed(): boolean {
    return this.#hasMissed;
  }

  /** Continues on a new connection: sends `first`, then the queued messages. */
  attach(connection: SignalConnection, first: Response): void {
    this.#connection?.close();
    this.#connection = connection;
    connection.send(new Outgoing(first));
    const kept = this.#kept;
    this.#kept = [];
    for (const message of kept) connection.send(message);
  }

  /** Detaches a lost connection. Returns false when another one has replaced it. */
  detach(connection: SignalConnection): boolean {
    if (this.#connection !== connection) return false;
    this.#connection = undefined;
    return true;
  }

  send(message: Response | Outgoing): void {
    const outgoing = message instanceof Outgoing ? message : new Outgoing(message);
    if (this.#connection) this.#connection.send(outgoing);
    else if (!FLEETING.includes(outgoing.content.case)) this.#keep(outgoing);
  }

  /** Removes queued messages of a kind that a newer one replaces. */
  forget(kind: Response['case']): void {
    this.#kept = this.#kept.filter(({ content }) => content.case !== kind);
  }

  /** Closes the connection after the messages sent so far. */
  end(): void {
    this.#connection?.end();
    this.#connection = undefined;
  }

  #keep(message: Outgoing): void {
    if (this.#kept.length >= MAX_KEPT) this.#hasMissed = true;
    else this.#kept.push(message);
  }
}
