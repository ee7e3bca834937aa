import type { Archive } from './archives';
import type { Category } from './categories';
import type { ClassroomState } from './classrooms';
import type { ClassroomEvent } from './events';
import type { SeriesDetail } from './series';
import type { UserProfile } from './users';

/** What the link preview images of each kind of page show besides a title. The kind is part of their address. */
interface PictureSubjects {
  classrooms: {
    by: string;
    /** ISO 8601 in UTC, with milliseconds. */
    startAt: string;
    isCancelled: boolean;
  };
  events: {
    by: string;
    imageUrl: string | null;
    startAt: string;
    standing: 'ahead' | 'over' | 'cancelled';
    /** The lowest price that everybody can pay, in yen; null without one. */
    price: number | null;
    /** At most `MANY_SEATS`, so that a sale does not change every image; null without a limit. */
    seatsLeft: number | null;
  };
  series: {
    by: string;
    /** Without cancelled ones. */
    dateCount: number;
    /** Of the next date that has not begun; null without one. */
    nextStartAt: string | null;
    isOver: boolean;
  };
  archives: { by: string; imageUrl: string | null; durationSeconds: number };
  users: { by: string; imageUrl: string | null; text: string };
  categories: { text: string };
  lists: { text: string };
}
export type SharePictureKind = keyof PictureSubjects;

/** The content and the id of the link preview image of a public page. */
export type SharePicture = {
  [Kind in SharePictureKind]: {
    kind: Kind;
    id: string;
    title: string;
    /** Decides the drawing on which the text stands. */
    seed: string;
    shown: PictureSubjects[Kind];
  };
}[SharePictureKind];

export const sharePictureKinds = [
  'classrooms',
  'events',
  'series',
  'archives',
  'users',
  'categories',
  'lists',
] as const satisfies readonly SharePictureKind[];

/** From this many on, the image of an event says only that there are at least so many seats. */
export const MANY_SEATS = 20;

/** The public lists that have an image and a description of their own, by the name in their path. */
export const sharedLists = {
  classrooms: { title: '教室', text: 'いま開催中の教室と、これからの教室の一覧です。無料で、登録せずに聞けます。' },
  events: { title: 'イベント', text: 'プロフェッショナルが開くオンラインイベントの一覧です。日時と料金から選べます。' },
  archives: { title: 'アーカイブ', text: '終わった教室とイベントの録画です。いつでも、何度でも見られます。' },
  professionals: { title: 'プロフェッショナル', text: '教室やイベントを開いている専門家と団体の一覧です。' },
  plans: {
    title: 'プラン',
    text: '月額プランの料金と内容です。対象のイベントとアーカイブが追加料金なしで見られます。',
  },
} as const;
export type SharedListName = keyof typeof sharedLists;

export const isSharedList = (name: string): name is SharedListName => Object.hasOwn(sharedLists, name);

interface PicturedClassroom {
  id: string;
  name: string;
  hostNickname: string;
  categoryId: string;
  startAt: string;
  state: ClassroomState;
}

export const pictureOfClassroom = ({ id, name, hostNickname, categoryId, startAt, state }: PicturedClassroom) =>
  ({
    kind: 'classrooms',
    id,
    title: name,
    seed: categoryId,
    shown: { by: hostNickname, startAt, isCancelled: state === 'cancelled' },
  }) satisfies SharePicture;

export const pictureOfEvent = ({
  id,
  title,
  categoryId,
  organizer,
  imageUrl,
  startAt,
  state,
  tickets,
}: ClassroomEvent) => {
  // Students' and plan members' tickets have conditions, and an invitation has a code.
  const open = tickets.filter(({ kind }) => kind === 'general');
  const left = open.map(({ quota, sold, held }) => (quota === null ? Infinity : Math.max(0, quota - sold - held)));
  const seats = left.reduce((sum, seatsLeft) => sum + seatsLeft, 0);
  const isOver = state === 'ended' || state === 'archived';
  return {
    kind: 'events',
    id,
    title,
    seed: categoryId,
    shown: {
      by: organizer.orgName,
      imageUrl,
      startAt,
      standing: state === 'cancelled' ? 'cancelled' : isOver ? 'over' : 'ahead',
      price: open.length === 0 ? null : Math.min(...open.map(({ price }) => price)),
      seatsLeft: open.length === 0 || seats === Infinity ? null : Math.min(seats, MANY_SEATS),
    },
  } satisfies SharePicture;
};

export const pictureOfSeries = ({ id, title, categoryId, host, endedAt, dates }: SeriesDetail) => {
  const held = dates.filter(({ number }) => number !== null).map(({ classroom }) => classroom);
  return {
    kind: 'series',
    id,
    title,
    seed: categoryId,
    shown: {
      by: host.nickname,
      dateCount: held.length,
      nextStartAt: held.find(({ state }) => state === 'scheduled')?.startAt ?? null,
      isOver: endedAt !== null || (held.length > 0 && held.every(({ state }) => state === 'ended')),
    },
  } satisfies SharePicture;
};

export const pictureOfArchive = ({ id, title, categoryId, host, thumbnailUrl, durationSeconds }: Archive) =>
  ({
    kind: 'archives',
    id,
    title,
    seed: categoryId,
    shown: { by: host.nickname, imageUrl: thumbnailUrl, durationSeconds },
  }) satisfies SharePicture;

/** Null for anyone but a professional: of others no page is shown outside, because they may be children. */
export const pictureOfUser = ({ id, nickname, isProfessional, organisation, introduction, avatarUrl }: UserProfile) =>
  isProfessional
    ? ({
        kind: 'users',
        id,
        title: nickname,
        seed: id,
        shown: { by: organisation?.orgName ?? '', imageUrl: avatarUrl, text: introduction },
      } satisfies SharePicture)
    : null;

/** What an archive list of one category is called and says. */
export const listOfCategory = ({ name }: Pick<Category, 'name'>) => ({
  title: `${name}のアーカイブ`,
  text: `${name}の教室とイベントのアーカイブです。`,
});

export const pictureOfCategory = ({ id, name }: Pick<Category, 'id' | 'name'>) => {
  const { title, text } = listOfCategory({ name });
  return { kind: 'categories', id, title, seed: id, shown: { text } } satisfies SharePicture;
};

export const pictureOfList = (id: SharedListName) =>
  ({
    kind: 'lists',
    id,
    title: sharedLists[id].title,
    seed: id,
    shown: { text: sharedLists[id].text },
  }) satisfies SharePicture;

/** Incremented when the rendering of the image changes. */
const DRAWING = 2;

/** FNV-1a over UTF-16 units. */
function hashOf(text: string, seed: number): string {
  let hash = seed;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** Changes whenever the content of the image changes, and only then. */
export function sharePictureVersion({ title, seed, shown }: SharePicture): string {
  const text = JSON.stringify([DRAWING, title, seed, ...Object.values(shown)]);
  return hashOf(text, 0x811c9dc5) + hashOf(text, 0x2c1b3c6d);
}

/** Returns the path of the link preview image (PNG, 1200 x 630) of a public page. */
export const sharePicturePath = (picture: SharePicture) =>
  `/v1/${picture.kind}/${encodeURIComponent(picture.id)}/pictures/${sharePictureVersion(picture)}.png`;

export const SHARE_PICTURE_SIZE = { width: 1200, height: 630 } as const;
