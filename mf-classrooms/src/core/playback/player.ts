import { isApiError } from '@manabiba/shared/platform';
import { createStore, type StoreApi } from 'zustand/vanilla';

import { bufferedUntil } from './buffered-until';
import type { Cue } from './cues';
import { sourcesFor } from './open-sources';
import { FIRST_STATE, type PlayerState } from './player-state';
import type { MediaUrls, Source, SourceProblem } from './source';

export interface PlayerOptions {
  urls: MediaUrls;
  /** Where playback begins, in seconds. */
  startAt: number;
  durationSeconds: number;
  /** Returns newly signed addresses. Rejects with `ApiError`. */
  renew: () => Promise<MediaUrls>;
  /** The viewer may no longer watch. */
  onRefused: () => void;
}

/** Wait before the network is tried again, in milliseconds. The return of the connection is not waited for. */
const RETRY_MS = 3000;
/** At this distance from the end a recording counts as watched to the end: it begins anew. */
const END_SECONDS = 5;

/**
 * Plays one recording in one video element: finds a way to play it, keeps its addresses signed, waits for the network,
 * and publishes its state to the components around it.
 */
export class Player {
  private readonly store: StoreApi<PlayerState>;
  private video: HTMLVideoElement | null = null;
  private source: Source | null = null;
  private urls: MediaUrls;
  private way = 0;
  /** Whether the viewer wants it to play, whatever the source is doing. */
  private isWanted = false;
  private isRenewing = false;
  private stopWaiting = () => {};

  constructor(private readonly options: PlayerOptions) {
    this.urls = options.urls;
    const { startAt, durationSeconds } = options;
    this.store = createStore(() => ({
      ...FIRST_STATE,
      time: startsAnew(options) ? 0 : startAt,
      duration: durationSeconds,
    }));
  }

  read = () => this.store.getState();

  subscribe = (listener: () => void) => this.store.subscribe(listener);

  private get state(): PlayerState {
    return this.store.getState();
  }

  /** Plays in this element. Returns the function that lets go of it. */
  attach = (video: HTMLVideoElement): (() => void) => {
    this.video = video;
    this.way = 0;
    const stop = this.listen(video);
    void this.open(this.state.time);
    return () => {
      stop();
      this.stopWaiting();
      this.source?.destroy();
      this.source = null;
      this.video = null;
    };
  };

  play = (): void => {
    this.isWanted = true;
    if (this.state.phase === 'failed') return this.retry();
    if (this.state.phase === 'ended') this.seek(0);
    this.set({ hasBegun: true, phase: 'playing' });
    this.source?.start();
    void this.video?.play().catch((error: unknown) => {
      // Interrupted by a change of the source, which plays on by itself; otherwise the browser requires a user gesture.
      if (!(error instanceof DOMException && error.name === 'AbortError')) this.pause();
    });
  };

  pause = (): void => {
    this.isWanted = false;
    this.video?.pause();
    this.set({ phase: 'paused' });
  };

  toggle = (): void => (this.state.phase === 'playing' ? this.pause() : this.play());

  /** Goes to a position in seconds, limited to the recording. */
  seek = (seconds: number): void => {
    const time = Math.min(Math.max(0, seconds), this.state.duration);
    if (this.video) this.video.currentTime = time;
    this.set({ time, ...(this.state.phase === 'ended' ? { phase: 'paused' } : {}) });
  };

  setRate = (rate: number): void => {
    if (this.video) this.video.defaultPlaybackRate = this.video.playbackRate = rate;
    this.set({ rate });
  };

  /** From 0 to 1. A volume above zero also unmutes. */
  setVolume = (volume: number): void => {
    const limited = Math.min(1, Math.max(0, volume));
    if (this.video) {
      this.video.volume = limited;
      this.video.muted = limited === 0;
    }
    this.set({ volume: limited, isMuted: limited === 0 });
  };

  setMuted = (isMuted: boolean): void => {
    if (!isMuted && this.state.volume === 0) return this.setVolume(0.5);
    if (this.video) this.video.muted = isMuted;
    this.set({ isMuted });
  };

  setQuality = (quality: number | null): void => {
    this.source?.setQuality(quality);
    this.set({ quality });
  };

  /** Starts over after a failure, with new addresses. */
  retry = (): void => {
    this.way = 0;
    this.set({ phase: this.isWanted ? 'playing' : 'paused', isWaiting: true });
    void this.renew(() => void this.open(this.state.time));
  };

  /** The captions, once the browser has read their file. */
  setCues = (cues: readonly Cue[]): void => this.set({ cues });

  private async open(at: number): Promise<void> {
    const { video } = this;
    if (!video) return;
    this.source?.destroy();
    this.source = null;
    const open = sourcesFor(video, this.urls)[this.way];
    if (!open) return this.set({ phase: 'failed', isWaiting: false });
    try {
      const source = await open({
        video,
        urls: this.urls,
        startAt: at,
        onQualities: (qualities) => this.set({ qualities, quality: null }),
        onProblem: this.handleProblem,
        onProgress: () => this.set({ isDisconnected: false }),
      });
      // Let go of, or opened again, while the code was loading.
      if (this.video !== video || this.source) return source.destroy();
      this.source = source;
      this.apply(video);
    } catch {
      this.tryNextWay();
    }
  }

  private apply(video: HTMLVideoElement): void {
    const { rate, volume, isMuted } = this.state;
    video.volume = volume;
    video.muted = isMuted;
    video.defaultPlaybackRate = video.playbackRate = rate;
    if (this.isWanted) this.play();
  }

  private tryNextWay(): void {
    this.way += 1;
    void this.open(this.state.time);
  }

  private readonly handleProblem = (problem: SourceProblem): void => {
    if (problem === 'unplayable') this.tryNextWay();
    else if (problem === 'expired') void this.renew(() => this.source?.resume(this.urls));
    else this.waitForNetwork();
  };

  private async renew(proceed: () => void): Promise<void> {
    if (this.isRenewing) return;
    this.isRenewing = true;
    try {
      this.urls = await this.options.renew();
      this.isRenewing = false;
      if (this.urls.hlsUrl === null && this.urls.fileUrl === null) this.refuse();
      else if (this.video) proceed();
    } catch (error) {
      this.isRenewing = false;
      if (isApiError(error) && error.status >= 400 && error.status < 500) this.refuse();
      else this.waitForNetwork();
    }
  }

  private refuse(): void {
    this.pause();
    this.options.onRefused();
  }

  private waitForNetwork(): void {
    this.set({ isDisconnected: true });
    this.stopWaiting();
    const proceed = () => {
      this.stopWaiting();
      if (!this.source) void this.renew(() => void this.open(this.state.time));
      else this.source.resume(this.urls);
    };
    const timer = setTimeout(proceed, RETRY_MS);
    addEventListener('online', proceed);
    this.stopWaiting = () => {
      clearTimeout(timer);
      removeEventListener('online', proceed);
    };
  }

  private listen(video: HTMLVideoElement): () => void {
    const handlers: Partial<Record<keyof HTMLMediaElementEventMap, () => void>> = {
      timeupdate: () => this.set({ time: video.currentTime, isWaiting: false, isDisconnected: false }),
      seeking: () => this.set({ time: video.currentTime }),
      durationchange: () => {
        if (Number.isFinite(video.duration) && video.duration > 0) this.set({ duration: video.duration });
      },
      progress: () => this.set({ bufferedUntil: bufferedUntil(video) }),
      waiting: () => this.set({ isWaiting: true }),
      playing: () => this.set({ phase: 'playing', isWaiting: false, hasBegun: true }),
      canplay: () => this.set({ isWaiting: false }),
      pause: () => {
        // A source that is replaced pauses the element; the viewer did not.
        if (!video.ended && video.readyState > 0) this.handlePausedByBrowser();
      },
      ended: () => {
        this.isWanted = false;
        this.set({ phase: 'ended', isWaiting: false });
      },
      volumechange: () => this.set({ volume: video.volume, isMuted: video.muted }),
      ratechange: () => this.set({ rate: video.playbackRate }),
    };
    for (const [name, handle] of Object.entries(handlers)) video.addEventListener(name, handle);
    return () => {
      for (const [name, handle] of Object.entries(handlers)) video.removeEventListener(name, handle);
    };
  }

  /** Headphones were unplugged, another app took the sound, or the media keys of the system were used. */
  private handlePausedByBrowser(): void {
    this.isWanted = false;
    this.set({ phase: 'paused' });
  }

  private set(changes: Partial<PlayerState>): void {
    const isSame = Object.entries(changes).every(([name, value]) => this.state[name as keyof PlayerState] === value);
    if (!isSame) this.store.setState(changes);
  }
}

const startsAnew = ({ startAt, durationSeconds }: PlayerOptions) => startAt >= durationSeconds - END_SECONDS;
