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

/** The picture of a classroom that not everybody may see. */
const DEFAULT_IMAGE = '/media/og.png';

interface SharedClassroom {
  id: string;
  /** The event whose room it is: that is what others may see. */
  eventId: string | null;
  name: string;
  hostNickname: string;
  categoryName: string;
  /** The path of its own picture; null when strangers may not see the classroom. */
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

/** A hash tag ends at the first sign that is no mail, digit or underscore. */
const asHashtag = (name: string) => name.replace(/[^\p{L}\p{N}_ー]/gu, '');

/** What is shared of a classroom: its public URL, a sentence, a picture. Knows no key, so it cannot give one away. */
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
