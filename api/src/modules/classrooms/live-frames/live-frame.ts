import { subMilliseconds } from 'date-fns';

/** How long an image is shown, in milliseconds: two may be missing before its card shows the cover again. */
const SHOWN_MS = 90_000;

/** Returns when an image that is still shown was taken at the earliest. */
export const shownSince = (now: Date) => subMilliseconds(now, SHOWN_MS);

export const isFrameShown = (takenAt: Date | null, now: Date): boolean => takenAt !== null && takenAt > shownSince(now);

export const liveFramePath = (classroomId: string, version: string) =>
  `/v1/classrooms/${classroomId}/frames/${version}.webp`;
