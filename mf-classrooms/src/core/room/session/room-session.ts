import type { RoomRole } from '@manabiba/shared/contract/classrooms';
import { PRESENCE_INTERVAL_MS } from '@manabiba/shared/contract/limits';
import type { MediaToken } from '@manabiba/shared/contract/media';
import type { RoomUserDoc } from '@manabiba/shared/contract/room-documents';
import type { JoinObstacle } from '@manabiba/shared/contract/rooms';
import { joinClassroom, leaveClassroom, prepareClassroom, updatePresence } from '@manabiba/shared/data/endpoints';
import { type ApiError, callEndpoint, isApiError } from '@manabiba/shared/platform';
import { createStore } from 'zustand/vanilla';

import { clearRoomMark, readRoomMark, saveRoomMark } from '../rejoin-marker';
import { type JoinChoice, RoomMedia } from './room-media';
import type { RoomSessionOptions, RoomSessionState } from './room-session-state';
import { deviceName, holdPage, isPageGone, newName } from './tab-identity';
import { unthrottledInterval } from './unthrottled-interval';

/** How often the lobby is polled, in milliseconds. */
const POLL_LOBBY_EVERY_MS = 4000;
/** A heartbeat that takes longer than this means a poor connection, in milliseconds. */
const POOR_AFTER_MS = 2000;

/**
 * One window's session in a room: joins, sends a heartbeat every 20 s, rejoins after sleep and outages, and leaves. The
 * api decides; this class sends requests and holds the resulting state.
 */
export class RoomSession {
  onlyListens: boolean;
  private readonly store = createStore<RoomSessionState>(() => ({ phase: 'entering' }));
  private readonly page = newName();
  private isMuted = true;
  private hasConsented = false;
  private isPoor = false;
  private clockAheadMs = 0;
  private readonly media: RoomMedia;
  private stopBeating: (() => void) | undefined;
  private lobbyTimer: ReturnType<typeof setTimeout> | undefined;
  /** The heartbeat that is under way. */
  private heartbeat: Promise<void> | undefined;
  private mustAskAgain = false;
  private isHidden = false;
  /** Counts attempts to join; responses to earlier attempts are ignored. */
  private turn = 0;

  constructor(private readonly options: RoomSessionOptions) {
    this.onlyListens = options.onlyListens;
    this.media = new RoomMedia({
      classroomId: options.classroomId,
      onOpen: (media) => this.state.phase === 'inside' && this.show({ ...this.state, media }),
      onSwitch: () => this.report(),
      keepMuted: (isMuted) => this.keepMuted(isMuted),
    });
  }

  subscribe = this.store.subscribe;

  read = this.store.getState;

  get state(): RoomSessionState {
    return this.store.getState();
  }

  /** Whether this window is in the room with voice and video, which can go on beside other pages. */
  isPlaying = () => this.state.phase === 'inside' && this.media.session !== null;

  /** Joins directly after a reload of this window or to listen, otherwise after checking with the api what prevents it. */
  async enter(): Promise<void> {
    const turn = this.begin();
    const mark = readRoomMark(this.options.classroomId);
    if (mark) {
      this.hasConsented = mark.hasConsented;
      this.onlyListens = mark.onlyListens;
      const isGone = await isPageGone(mark.page);
      if (turn === this.turn) await this.join({ takeOver: isGone });
      return;
    }
    if (this.onlyListens) {
      this.media.preload();
      return this.join();
    }
    try {
      const { classroomId: id, classroomKey: key } = this.options;
      const preparation = await callEndpoint(prepareClassroom, { params: { id }, query: { key } });
      const { canJoin, reasons, serverTime, hasMedia } = preparation;
      if (turn !== this.turn) return;
      this.clockAheadMs = Date.parse(serverTime) - Date.now();
      const [reason] = reasons;
      if (!canJoin && reason) this.refuse(reason);
      else if (hasMedia) this.show({ phase: 'ready', preparation });
      else await this.join();
    } catch (error) {
      this.fail(turn, error);
    }
  }

  /** Remembers whether the user agrees to be recorded, for when the window rejoins. The api knows it already. */
  keepConsent(hasConsented: boolean): void {
    this.hasConsented = hasConsented;
    if (this.state.phase !== 'inside') return;
    saveRoomMark(this.mark());
    this.show({ ...this.state, hasConsented });
  }

  /** Joins with the choices from the prejoin screen. */
  joinWith({ hasConsented, ...devices }: JoinChoice): void {
    this.hasConsented = hasConsented;
    this.media.startsWith = devices;
    void this.join();
  }

  /** Takes the seat over from the other window. */
  switchHere(): void {
    void this.join({ takeOver: true });
  }

  /** Sets the microphone state reported by heartbeats. A stale heartbeat must never unmute. */
  keepMuted(isMuted: boolean): void {
    this.isMuted = isMuted;
  }

  /** Handles a takeover of the seat by another window, seen in the live documents. */
  handleTakenOver(): void {
    if (this.state.phase === 'inside') this.stop({ phase: 'elsewhere' });
  }

  /** Handles the end of the room. */
  finish(): void {
    if (this.state.phase === 'inside') this.stop({ phase: 'ended' });
  }

  /**
   * Checks with the api whether the participant is still in the room, and rejoins if they were only disconnected.
   * Resolves with the heartbeat that is under way, if there is one.
   */
  check(): Promise<void> {
    if (this.state.phase !== 'inside' || this.isHidden) return Promise.resolve();
    this.heartbeat ??= this.beat(this.state.seat).finally(() => {
      this.heartbeat = undefined;
      if (!this.mustAskAgain) return;
      this.mustAskAgain = false;
      void this.check();
    });
    return this.heartbeat;
  }

  private async beat(seat: number): Promise<void> {
    const { turn } = this;
    const startedAt = Date.now();
    try {
      const { serverTime } = await callEndpoint(updatePresence, {
        params: { id: this.options.classroomId },
        body: { isMuted: this.isMuted, ...this.media.read(), connection: this.isPoor ? 'poor' : 'good', seat },
      });
      this.isPoor = Date.now() - startedAt > POOR_AFTER_MS;
      this.clockAheadMs = Date.parse(serverTime) - Date.now();
    } catch (error) {
      if (turn === this.turn && !this.isHidden && isApiError(error)) await this.handleError(error);
    }
  }

  /** Sends a heartbeat now, or after the pending one, because something that others see has changed. */
  private report(): void {
    if (this.heartbeat) this.mustAskAgain = true;
    else void this.check();
  }

  /** Leaves permanently. */
  leave(): void {
    const { state } = this;
    this.stop({ phase: 'left' });
    if (state.phase === 'inside' || state.phase === 'waiting')
      this.giveUpSeat(state.phase === 'inside' ? state.seat : undefined);
  }

  /**
   * Handles the page being closed or hidden. It may return by a reload or from the back/forward cache; until then it
   * must not rejoin, even though the live documents no longer list the participant.
   */
  handlePageHide(): void {
    if (this.state.phase !== 'inside') return;
    this.isHidden = true;
    this.media.close();
    this.giveUpSeat(this.state.seat, true);
    saveRoomMark({ ...this.mark(), leftAt: Date.now() });
  }

  /** Rejoins when the page is restored or the user has signed in again. */
  resume(): void {
    this.isHidden = false;
    if (this.state.phase === 'inside' || this.state.phase === 'waiting') void this.join({ isQuiet: true });
  }

  private mark() {
    const { hasConsented, onlyListens, page } = this;
    return { classroomId: this.options.classroomId, page, hasConsented, onlyListens, leftAt: null };
  }

  /** @param mayReturn whether the page is being closed, which may be a reload. */
  private giveUpSeat(seat: number | undefined, mayReturn = false): void {
    const query = {
      ...(seat !== undefined && { seat: String(seat) }),
      ...(mayReturn && { mayReturn: 'true' as const }),
    };
    // Without this call the api removes the participant after a minute without heartbeats.
    callEndpoint(leaveClassroom, { params: { id: this.options.classroomId }, query }, { keepalive: mayReturn }).catch(
      () => undefined,
    );
  }

  private async join({
    takeOver = false,
    isQuiet = false,
  }: { takeOver?: boolean; isQuiet?: boolean } = {}): Promise<void> {
    const turn = this.begin(isQuiet ? this.state : { phase: 'entering' });
    try {
      const { classroomId: id, classroomKey: key } = this.options;
      const { role, me, token, isWaiting } = await callEndpoint(joinClassroom, {
        params: { id },
        body: {
          key,
          recordingConsent: this.hasConsented,
          deviceId: deviceName(),
          tabId: this.page,
          ...(takeOver && { takeOver }),
        },
      });
      if (turn !== this.turn) {
        // The participant has left in the meantime: the seat must not stay taken.
        if (this.state.phase === 'left') this.giveUpSeat(me.seat);
        return;
      }
      if (isWaiting) this.wait();
      else this.handleJoined(role, me, token);
    } catch (error) {
      this.fail(turn, error);
    }
  }

  private wait(): void {
    if (this.state.phase !== 'waiting') this.show({ phase: 'waiting' });
    this.lobbyTimer = setTimeout(() => void this.join({ isQuiet: true }), POLL_LOBBY_EVERY_MS);
  }

  private handleJoined(role: RoomRole, { id, seat, isMuted }: RoomUserDoc, token: MediaToken | null): void {
    // Whoever comes back has no open microphone here, whatever the others still see.
    this.isMuted = isMuted || !this.media.isOpen;
    holdPage(this.page);
    saveRoomMark(this.mark());
    this.stopBeating ??= unthrottledInterval(PRESENCE_INTERVAL_MS, () => void this.check());
    const { clockAheadMs, hasConsented } = this;
    const hasMedia = token !== null;
    // Before the room is rendered, which takes longer than to begin to connect.
    if (token) this.media.open({ userId: id, role, token });
    this.show({ phase: 'inside', role, seat, clockAheadMs, hasMedia, media: this.media.session, hasConsented });
    if (this.isMuted && !isMuted) this.report();
  }

  private begin(state: RoomSessionState = { phase: 'entering' }): number {
    clearTimeout(this.lobbyTimer);
    this.turn += 1;
    if (state !== this.state) this.show(state);
    return this.turn;
  }

  private fail(turn: number, error: unknown): void {
    if (!isApiError(error)) throw error;
    if (turn === this.turn) void this.handleError(error);
  }

  /** Handles an api error. Resolves when a seat lost for lack of heartbeats has been regained or refused. */
  private handleError(error: ApiError): Promise<void> | void {
    switch (error.code) {
      case 'joined_elsewhere':
        return this.stop({ phase: 'elsewhere' });
      case 'kicked':
        return this.stop({ phase: 'kicked' });
      case 'ended':
        return this.state.phase === 'inside' ? this.stop({ phase: 'ended' }) : this.refuse('ended');
      // A dialog above the room asks the user to sign in again.
      case 'unauthenticated':
        return this.state.phase === 'inside' || this.state.phase === 'waiting' ? this.pause() : this.refuse(error.code);
      // The host may still admit whoever waits in the lobby.
      case 'full':
      case 'guarded':
      case 'locked':
        return this.state.phase === 'waiting' ? this.wait() : this.refuse(error.code);
      case 'not_open':
      case 'audience_restricted':
        return this.refuse(error.code);
      case 'not_joined':
        return this.join({ isQuiet: true });
      default:
        // A short outage ends neither the session nor the wait in the lobby, and neither do too many calls in a minute.
        if (this.state.phase === 'waiting') return this.wait();
        if (this.state.phase !== 'inside' || (isRefusal(error) && error.code !== 'rate_limited'))
          this.stop({ phase: 'failed', error });
    }
  }

  /** Stops heartbeats until the user has signed in again (`resume`). */
  private pause(): void {
    this.stopBeating?.();
    this.stopBeating = undefined;
  }

  private refuse(reason: JoinObstacle): void {
    this.stop({ phase: 'refused', reason });
  }

  private stop(state: RoomSessionState): void {
    this.pause();
    clearTimeout(this.lobbyTimer);
    this.turn += 1;
    // Closing the camera must send no heartbeat to a room that is over.
    this.show(state);
    this.media.close();
    clearRoomMark();
  }

  private show(state: RoomSessionState): void {
    this.store.setState(state, true);
  }
}

const isRefusal = ({ status }: ApiError) => status >= 400 && status < 500;
