import type { Composition, RecordedTrack } from '@manabiba/engine-composer/composition';
import { addMilliseconds, compareAsc, differenceInMilliseconds } from 'date-fns';

/** A published track as the media server lists it, with what decides whether it may be recorded. */
export interface PublishedTrack {
  sid: string;
  kind: 'voice' | 'camera' | 'screen';
  owner: TrackOwner | null;
}

export interface TrackOwner {
  userId: string;
  /** Null for visitors without an account, whose age is not known. */
  birthDate: string | null;
  isMinor: boolean;
  hasConsented: boolean;
}

/** A recording that the media server runs. */
export interface RunningRecording {
  egressId: string;
  trackSid: string;
}

/** Only adults who have agreed are recorded; whose age is not known is not. */
export const mayRecord = (owner: TrackOwner | null): owner is TrackOwner =>
  owner !== null && owner.birthDate !== null && !owner.isMinor && owner.hasConsented;

/** Returns which tracks to start and which recordings to stop, so that exactly what may be recorded is. */
export function changesOf(
  isRecording: boolean,
  tracks: readonly PublishedTrack[],
  running: readonly RunningRecording[],
): { start: (PublishedTrack & { owner: TrackOwner })[]; stop: RunningRecording[] } {
  const wanted = isRecording
    ? tracks.flatMap(({ owner, ...track }) => (mayRecord(owner) ? [{ ...track, owner }] : []))
    : [];
  const sids = new Set(wanted.map(({ sid }) => sid));
  const recorded = new Set(running.map(({ trackSid }) => trackSid));
  return {
    start: wanted.filter(({ sid }) => !recorded.has(sid)),
    stop: running.filter(({ trackSid }) => !sids.has(trackSid)),
  };
}

/** A recorded track as it is stored. */
export interface StoredTrack {
  userId: string;
  kind: 'voice' | 'camera' | 'screen';
  file: string;
  startedAt: Date;
  /** Null when the media server died: the file then has the duration. */
  endedAt: Date | null;
}

interface Span {
  startedAt: Date;
  endedAt: Date;
}

/**
 * Returns the composition of a room's recording. The times in which nothing was recorded are left out, so the spans
 * follow each other; `fileOf` turns a stored name into a path. Null when nothing was recorded.
 */
export function compositionOf(
  stored: readonly StoredTrack[],
  spans: readonly Span[],
  { hostId, fileOf }: { hostId: string; fileOf: (file: string) => string },
): Composition | null {
  const sorted = [...spans].sort((a, b) => compareAsc(a.startedAt, b.startedAt));
  let length = 0;
  const tracks: RecordedTrack[] = [];
  for (const { startedAt, endedAt } of sorted) {
    const start = startedAt.getTime();
    for (const track of stored) {
      const from = track.startedAt.getTime();
      if (from < start || from >= endedAt.getTime()) continue;
      const until = Math.min(track.endedAt?.getTime() ?? endedAt.getTime(), endedAt.getTime());
      tracks.push({
        file: fileOf(track.file),
        kind: track.kind,
        personId: track.userId,
        from: length + (from - start) / 1000,
        until: length + (until - start) / 1000,
      });
    }
    length += (endedAt.getTime() - start) / 1000;
  }
  return tracks.length === 0 ? null : { tracks, speeches: [], hostId, from: 0, until: length };
}

/** The shortest time that captions are shown, in seconds. */
const SHORTEST_LINE_SECONDS = 1;

/** Returns when a sentence is heard in the whole recording, in seconds; null when it was said while nothing was recorded. */
export function timeInRecording(
  { startedAt, endedAt }: Span,
  spans: readonly Span[],
): { start: number; end: number } | null {
  let before = 0;
  for (const span of spans) {
    const [from, until] = [span.startedAt.getTime(), span.endedAt.getTime()];
    if (startedAt.getTime() < until && endedAt.getTime() >= from) {
      const start = before + (Math.max(startedAt.getTime(), from) - from) / 1000;
      const end = before + (Math.min(endedAt.getTime(), until) - from) / 1000;
      return { start, end: Math.max(end, start + SHORTEST_LINE_SECONDS) };
    }
    before += (until - from) / 1000;
  }
  return null;
}

/** Returns chapters for a video that begins `by` seconds earlier (or, negative, later) and is this long. */
export function movedChapters(
  chapters: readonly { at: number; title: string }[],
  { by, length }: { by: number; length: number },
): { at: number; title: string }[] {
  const moved = chapters.map(({ at, title }) => ({ at: at + by, title })).filter(({ at }) => at < length);
  // The video begins within the last chapter that began before it.
  const first = moved.findLastIndex(({ at }) => at <= 0);
  return moved.slice(Math.max(0, first)).map(({ at, title }) => ({ at: Math.max(0, at), title }));
}

/** Returns when a time of the whole recording was, in seconds of it; times after its end are its end. */
export function momentInRecording(seconds: number, spans: readonly Span[]): Date {
  let left = seconds * 1000;
  let end = new Date(0);
  for (const { startedAt, endedAt } of spans) {
    const length = differenceInMilliseconds(endedAt, startedAt);
    if (left < length) return addMilliseconds(startedAt, left);
    left -= length;
    end = endedAt;
  }
  return end;
}
