import type { ClassroomState } from '@manabiba/shared/contract/classrooms';

export const japanTime = new Intl.DateTimeFormat('ja-JP', {
  timeZone: 'Asia/Tokyo',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

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

function whenOf({ state, startAt }: SharedClassroom): string {
  if (state === 'live') return '開催中です。';
  if (state === 'ended') return 'この教室は終了しました。';
  if (state === 'cancelled') return 'この教室は中止になりました。';
  return `${japanTime.format(startAt)}(日本時間)から。`;
}

/** A hashtag ends at the first character that is not a letter, digit or underscore. */
const asHashtag = (name: string) => name.replace(/[^\p{L}\p{N}_ー]/gu, '');

/**
 * Returns the share data of a classroom: its public URL, a sentence, an image. It never receives the key, so it cannot
 * leak it.
 */
export function shareCardOf(classroom: SharedClassroom, publicUrl: string) {
  return {
    url: new URL(classroom.eventId === null ? `/classrooms/${classroom.id}` : `/events/${classroom.eventId}`, publicUrl)
      .href,
    title: classroom.name,
    text: `${classroom.hostNickname}さんの教室「${classroom.name}」。${whenOf(classroom)}`,
    imageUrl: new URL(classroom.picturePath ?? DEFAULT_IMAGE, publicUrl).href,
    hashtags: ['まなびば', asHashtag(classroom.categoryName)].filter((tag) => tag !== ''),
  };
}
