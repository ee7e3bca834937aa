import type { ClassroomState } from '@manabiba/shared/contract/classrooms';

import { japanTime } from '../../platform/japan-time';

/** The share image of a classroom that is not public. */
const DEFAULT_IMAGE = '/media/og.png';

interface SharedClassroom {
  id: string;
  /** The event that owns the room: that is what others may see. */
  eventId: string | null;
  name: string;
  hostNickname: string;
  categoryName: string;
  /** The path of its own image; null when the classroom is not public. */
  picturePath: string | null;
  state: ClassroomState;
  startAt: Date;
}

const nounOf = ({ eventId }: SharedClassroom) => (eventId === null ? '教室' : 'イベント');

function whenOf(classroom: SharedClassroom, now: Date): string {
  const { eventId, state, startAt } = classroom;
  if (state === 'ended') return `この${nounOf(classroom)}は終了しました。`;
  if (state === 'cancelled') return `この${nounOf(classroom)}は中止になりました。`;
  // The room of an event opens before its start.
  if (state === 'live' && (eventId === null || startAt <= now)) return '開催中です。';
  return `${japanTime.format(startAt)}(日本時間)から。`;
}

/** A hashtag ends at the first character that is not a letter, digit or underscore. */
const asHashtag = (name: string) => name.replace(/[^\p{L}\p{N}_ー]/gu, '');

/**
 * Returns the share data of a classroom: its public URL, a sentence, an image. It never receives the key, so it cannot
 * leak it.
 */
export function shareCardOf(classroom: SharedClassroom, publicUrl: string, now: Date) {
  return {
    url: new URL(classroom.eventId === null ? `/classrooms/${classroom.id}` : `/events/${classroom.eventId}`, publicUrl)
      .href,
    title: classroom.name,
    text: `${classroom.hostNickname}さんの${nounOf(classroom)}「${classroom.name}」。${whenOf(classroom, now)}`,
    imageUrl: new URL(classroom.picturePath ?? DEFAULT_IMAGE, publicUrl).href,
    hashtags: ['まなびば', asHashtag(classroom.categoryName)].filter((tag) => tag !== ''),
  };
}
