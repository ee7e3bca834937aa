import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { personMemory } from '@manabiba/shared/platform';
import { createStore } from 'zustand/vanilla';

import type { RoomSession } from './room-session';

/** A room whose sound goes on while the user looks at another page. */
export interface DockedRoom {
  classroom: ClassroomDetail;
  /** The user's key for a private classroom. */
  classroomKey: string | undefined;
  roomSession: RoomSession;
}

/**
 * Holds the room session of this window between pages: the page of the room hands it over when it is left, the mini
 * player shows it, and the page takes it back. Only used after mounting; the server never writes to it.
 */
export class RoomDock {
  private readonly store = createStore<{ room: DockedRoom | null; players: number }>(() => ({
    room: null,
    players: 0,
  }));

  subscribe = this.store.subscribe;

  /** Returns the docked room; null while there is none. */
  read = () => this.store.getState().room;

  /** Whether a mini player is on the page: without one, leaving the page of a room leaves the room. */
  hasPlayer = () => this.store.getState().players > 0;

  /** Registers a mini player. Returns the function that removes it. */
  addPlayer(): () => void {
    const add = (count: number) => this.store.setState(({ players }) => ({ players: players + count }));
    add(1);
    return () => add(-1);
  }

  /** Returns the docked session of a classroom, if it is still in the room. */
  find(classroomId: string): RoomSession | undefined {
    const room = this.read();
    return room?.classroom.id === classroomId && room.roomSession.isPlaying() ? room.roomSession : undefined;
  }

  /** Takes over a session whose page is left. Returns whether it did; otherwise the session must end. */
  dock(room: DockedRoom): boolean {
    if (!this.hasPlayer() || !room.roomSession.isPlaying()) return false;
    this.store.setState({ room });
    return true;
  }

  /**
   * Hands a session back to its page; another docked one is left, because a user is in one room at a time. Returns
   * whether the session was docked.
   */
  undock(roomSession?: RoomSession): boolean {
    const room = this.read();
    if (!room) return false;
    const isSame = room.roomSession === roomSession;
    if (!isSame) room.roomSession.leave();
    this.store.setState({ room: null });
    return isSame;
  }
}

/** The dock of the current user; another user's room is left. */
export const roomDock = personMemory(
  () => new RoomDock(),
  (dock) => void dock.undock(),
);
