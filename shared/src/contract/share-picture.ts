import type { ClassroomState } from './classrooms';

/** The content and the id of the link preview image of a classroom. */
export interface PicturedClassroom {
  id: string;
  name: string;
  hostNickname: string;
  categoryId: string;
  /** ISO 8601 in UTC, with milliseconds. */
  startAt: string;
  state: ClassroomState;
}

/** Incremented when the rendering of the image changes. */
const DRAWING = 1;

/** FNV-1a over UTF-16 units. */
function hashOf(text: string, seed: number): string {
  let hash = seed;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** Changes whenever the content of the image changes, and only then. */
export function sharePictureVersion({ name, hostNickname, categoryId, startAt, state }: PicturedClassroom): string {
  const shown = JSON.stringify([DRAWING, name, hostNickname, categoryId, startAt, state === 'cancelled']);
  return hashOf(shown, 0x811c9dc5) + hashOf(shown, 0x2c1b3c6d);
}

/** Returns the path of the link preview image (PNG, 1200 x 630) of a public classroom. */
export const sharePicturePath = (classroom: PicturedClassroom) =>
  `/v1/classrooms/${encodeURIComponent(classroom.id)}/pictures/${sharePictureVersion(classroom)}.png`;

export const SHARE_PICTURE_SIZE = { width: 1200, height: 630 } as const;
