import { Outgoing, type Response } from './messages';
import type { SignalConnection } from './signal-connection';

/** Messages that are stale by the time a lost connection is resumed. */
const FLEETING: readonly Response['case'][] = ['pong', 'pongResp', 'speakersChanged', 'connectionQuality', 'reconnect'];
/** More than this much missed is told by a full reconnect instead. */
const MAX_KEPT = 1000;

/**
 * The way to a participant's client. While its signal connection is lost, messages are kept and sent by the next
 * connection, so that a resumed client has missed nothing.
 */
export class Link {
  #connection: SignalConnection | undefined;
  #kept: Outgoing[] = [];
  #hasMissed = false;

  get isAttached(): boolean {
    return this.#connection !== undefined;
  }

  /** Whether too much was missed to continue. */
  get hasMissed(): boolean {
    return this.#hasMissed;
  }

  /** Continues on a connection: first the given message, then what was kept. */
  attach(connection: SignalConnection, first: Response): void {
    this.#connection?.close();
    this.#connection = connection;
    connection.send(new Outgoing(first));
    const kept = this.#kept;
    this.#kept = [];
    for (const message of kept) connection.send(message);
  }

  /** Forgets a lost connection; false when another one has taken its place. */
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

  /** Removes kept messages of a kind that a newer one replaces. */
  forget(kind: Response['case']): void {
    this.#kept = this.#kept.filter(({ content }) => content.case !== kind);
  }

  /** Ends the connection after what was sent. */
  end(): void {
    this.#connection?.end();
    this.#connection = undefined;
  }

  #keep(message: Outgoing): void {
    if (this.#kept.length >= MAX_KEPT) this.#hasMissed = true;
    else this.#kept.push(message);
  }
}
