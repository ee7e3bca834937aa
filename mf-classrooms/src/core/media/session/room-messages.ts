import { type Room, RoomEvent } from 'livekit-client';

import { ownerOf } from './media-people';

/** Receives a message. `value` comes from another browser: parse it, and check what its sender may say. */
type Listener = (fromId: string, value: unknown) => void;

/** Short messages between the windows in a room, by topic. They are sent as data and stored nowhere. */
export class RoomMessages {
  private readonly listeners = new Map<string, Set<Listener>>();

  /** @param getRoom returns the current connection. */
  constructor(private readonly getRoom: () => Room | undefined) {}

  listen(room: Room): void {
    room.on(RoomEvent.DataReceived, (bytes, participant, _kind, topic) => {
      const listeners = topic === undefined ? undefined : this.listeners.get(topic);
      if (!participant || !listeners?.size) return;
      const value = parse(bytes);
      for (const listener of listeners) listener(ownerOf(participant.identity), value);
    });
  }

  /** Calls the listener for each message of a topic. Returns the function that stops it. */
  on(topic: string, listener: Listener): () => void {
    const listeners = this.listeners.get(topic) ?? new Set();
    this.listeners.set(topic, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  /**
   * Sends to everyone else in the room. Messages without a connection, or without the right to send, are lost.
   *
   * @param reliable whether lost packets are sent again; otherwise a message may be missing, but none is late.
   */
  send(topic: string, value: unknown, { reliable = true }: { reliable?: boolean } = {}): void {
    const bytes = new TextEncoder().encode(JSON.stringify(value));
    this.getRoom()
      ?.localParticipant.publishData(bytes, { topic, reliable })
      .catch(() => undefined);
  }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
