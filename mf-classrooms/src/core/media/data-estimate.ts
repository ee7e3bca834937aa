import type { WayToJoin } from './device-choice';

/*
 * Bit rates in kilobits per second that the browser sends and receives with the settings of the media session
 * (`media-session.ts`).
 */
/** Usually one person speaks at a time, and silence costs next to nothing. */
const VOICES_IN = 48;
/** One video of medium size, chosen by adaptive stream: a shared screen or the speaker's camera. */
const PICTURE_IN = 450;
/** The user's own voice, a third of the time. */
const VOICE_OUT = 16;
/** The user's own camera, in the layers that others watch. */
const CAMERA_OUT = 450;

const KILOBITS_PER_MEGABYTE = 8000;

const rates: Readonly<Record<WayToJoin, number>> = {
  video: VOICES_IN + PICTURE_IN + VOICE_OUT + CAMERA_OUT,
  audio: VOICES_IN + VOICE_OUT,
  listen: VOICES_IN + PICTURE_IN,
};

/** Returns the estimated data use in megabytes, rounded to the estimate's precision. */
export function estimateMb(way: WayToJoin, minutes: number): number {
  const megabytes = (rates[way] * minutes * 60) / KILOBITS_PER_MEGABYTE;
  const step = megabytes < 100 ? 5 : 10;
  return Math.max(step, Math.round(megabytes / step) * step);
}
