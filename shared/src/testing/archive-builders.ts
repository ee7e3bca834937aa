import type { ArchiveDetail } from '../contract/archives';
import { aUser } from './builders';

/** A published archive that everybody may watch. Its addresses lead nowhere. */
export const anArchive = (changes: Partial<ArchiveDetail> = {}): ArchiveDetail => ({
  id: 'arc_1',
  source: 'classroom',
  sourceId: 'cls_1',
  title: '三角関数の合成を、図だけで理解する',
  description: '絵を一枚描いてみる。',
  categoryId: 'cat_1',
  host: aUser(),
  hlsUrl: null,
  fileUrl: 'http://localhost/archive.mp4?signature=1',
  captionUrl: null,
  chapters: [],
  thumbnailUrl: null,
  durationSeconds: 600,
  watchCount: 1234,
  pickup: false,
  access: 'public',
  canWatch: true,
  resumeAtSeconds: 0,
  state: 'ready',
  publishedAt: '2026-11-21T03:00:00.000Z',
  rating: null,
  mediaExpiresAt: null,
  scrub: null,
  waveformUrl: null,
  ticketPrice: null,
  review: null,
  ...changes,
});
