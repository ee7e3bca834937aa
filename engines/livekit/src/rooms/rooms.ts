import { DisconnectReason, LeaveRequest_Action } from '@livekit/protocol';
import { millisecondsInHour } from 'date-fns/constants';

import type { Counters } from '../metrics';
import type { LivekitLimits } from '../options';
import type { Claims } from '../tokens/access-tokens';
import { Room, type RoomEvent, type RoomSettings } from './room';

/** A removed participant, whose older tokens are rejected. Kept for the longest lifetime of a token. */
interface Revocation {
  /** Tokens valid since before this time, in seconds since 1970, are rejected. */
  readonly before: number;
  /** Signatures of the participant's own tokens, which covers tokens issued in the same second. */
  readonly signatures: readonly string[];
  readonly until: number;
}

const REVOKED_MS = 6 * millisecondsInHour;
const MAX_REVOKED = 20_000;

/** A limit of the engine was reached. */
export class TooMany extends Error {
  override readonly name = 'TooMany';
}

/** The rooms of one media process, held in memory. */
export class Rooms {
  readonly #rooms = new Map<string, Room>();
  readonly #waiting = new Map<Room, NodeJS.Timeout>();
  readonly #revoked = new Map<string, Revocation>();
  #isClosing = false;

  constructor(
    private readonly limits: LivekitLimits,
    private readonly counters: Counters,
    private readonly onEvent: (event: RoomEvent) => void,
  ) {}

  get size(): number {
    return this.#rooms.size;
  }

  get hasSpace(): boolean {
    return this.#rooms.size < this.limits.maxRooms;
  }

  get isClosing(): boolean {
    return this.#isClosing;
  }

  get all(): Room[] {
    return [...this.#rooms.values()];
  }

  get participants(): number {
    return this.all.reduce((sum, room) => sum + room.participants.size, 0);
  }

  get(name: string): Room | undefined {
    return this.#rooms.get(name);
  }

  /** Returns the room; creates it if there is none. Throws `TooMany` when the limit of rooms is reached. */
  open(name: string, settings: RoomSettings = {}): Room {
    const known = this.#rooms.get(name);
    if (known) {
      known.settle(settings);
      return known;
    }
    if (this.#rooms.size >= this.limits.maxRooms) throw new TooMany('There are too many rooms.');
    const room: Room = new Room(name, settings, {
      limits: this.limits,
      onEvent: this.onEvent,
      onLeft: (reason) => this.counters.add('left', DisconnectReason[reason].toLowerCase()),
      onEmpty: (waitMs) => this.#waitForSomebody(room, waitMs),
    });
    this.#rooms.set(name, room);
    room.start();
    return room;
  }

  delete(room: Room, reason = DisconnectReason.ROOM_DELETED, action = LeaveRequest_Action.DISCONNECT): void {
    if (this.#rooms.get(room.name) !== room) return;
    this.#rooms.delete(room.name);
    room.close(reason, action);
    clearTimeout(this.#waiting.get(room));
    this.#waiting.delete(room);
  }

  /** Rejects the older tokens of a removed participant. */
  revoke(roomName: string, identity: string, { before, signatures }: Omit<Revocation, 'until'>): void {
    const now = Date.now();
    for (const [key, { until }] of this.#revoked) {
      if (until > now && this.#revoked.size < MAX_REVOKED) break;
      this.#revoked.delete(key);
    }
    const key = keyOf(roomName, identity);
    const known = this.#revoked.get(key);
    this.#revoked.delete(key);
    // Removing somebody again never admits what was refused.
    this.#revoked.set(key, {
      before: Math.max(before, known?.before ?? 0),
      signatures: [...signatures, ...(known && known.before >= before ? known.signatures : [])],
      until: now + REVOKED_MS,
    });
  }

  isRevoked(roomName: string, { identity, notBefore, signature }: Claims): boolean {
    const revocation = this.#revoked.get(keyOf(roomName, identity));
    return revocation !== undefined && (notBefore < revocation.before || revocation.signatures.includes(signature));
  }

  /** Disconnects all participants with the request to reconnect, and opens no more rooms. */
  close(): void {
    this.#isClosing = true;
    for (const room of this.all) this.delete(room, DisconnectReason.SERVER_SHUTDOWN, LeaveRequest_Action.RECONNECT);
  }

  #waitForSomebody(room: Room, waitMs: number): void {
    clearTimeout(this.#waiting.get(room));
    const timer = setTimeout(() => {
      this.#waiting.delete(room);
      if (room.participants.size === 0) this.delete(room, DisconnectReason.ROOM_CLOSED);
    }, waitMs);
    this.#waiting.set(room, timer.unref());
  }
}

const keyOf = (roomName: string, identity: string) => JSON.stringify([roomName, identity]);
