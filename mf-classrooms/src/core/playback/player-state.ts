import type { Cue } from './cues';
import type { Quality } from './source';

export interface PlayerState {
  /** `playing` also while it waits for data: the viewer has started it. */
  phase: 'paused' | 'playing' | 'ended' | 'failed';
  /** Whether playback was started at least once. */
  hasBegun: boolean;
  /** Data is missing at the position. */
  isWaiting: boolean;
  /** The network does not answer. */
  isDisconnected: boolean;
  /** Position, length and end of the loaded stretch, in seconds. */
  time: number;
  duration: number;
  bufferedUntil: number;
  rate: number;
  /** From 0 to 1. */
  volume: number;
  isMuted: boolean;
  /** Empty where the browser chooses by itself. */
  qualities: readonly Quality[];
  /** Null follows the connection. */
  quality: number | null;
  /** Empty without captions, and until they have loaded. */
  cues: readonly Cue[];
}

export const FIRST_STATE: PlayerState = {
  phase: 'paused',
  hasBegun: false,
  isWaiting: false,
  isDisconnected: false,
  time: 0,
  duration: 0,
  bufferedUntil: 0,
  rate: 1,
  volume: 1,
  isMuted: false,
  qualities: [],
  quality: null,
  cues: [],
};
