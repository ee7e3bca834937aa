import type { WayToJoin } from './device-choice';

/*
 * What taking part costs, in kilobits per second: what the browser sends and receives with the settings of the media
 * session (`media-session.ts`).
 */
/** One voice at a time is received, and silence sends next to nothing. */
const VOICES_IN = 48;
/** One picture of a usual size: a shared screen or the person who talks, chosen by adaptive stream. */
const PICTURE_IN = 450;
/** The own voice, a third of the time. */
const VOICE_OUT = 16;
/** The own camera, in the layers that somebody watches. */
const CAMERA_OUT = 450;

const KILOBITS_PER_MEGABYTE = 8000;

const rates: Readonly<Record<WayToJoin, number>> = {
  video: VOICES_IN + PICTURE_IN + VOICE_OUT + CAMERA_OUT,
  audio: VOICES_IN + VOICE_OUT,
  listen: VOICES_IN + PICTURE_IN,
};

/** Returns about how many megabytes a way of taking part needs, rounded to what one can rely on. */
export function estimateMb(way: WayToJoin, minutes: number): number {
  const megabytes = (rates[way] * minutes * 60) / KILOBITS_PER_MEGABYTE;
  const step = megabytes < 100 ? 5 : 10;
  return Math.max(step, Math.round(megabytes / step) * step);
}
