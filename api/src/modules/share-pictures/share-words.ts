import { MANY_SEATS, type SharePicture, type SharePictureKind } from '@manabiba/shared/contract/share-picture';
import { secondsInMinute } from 'date-fns/constants';

import { japanTime } from '../../platform/japan-time';

type Event = Extract<SharePicture, { kind: 'events' }>['shown'];
type Series = Extract<SharePicture, { kind: 'series' }>['shown'];

/** Length of a name next to a price, in characters. */
const MAX_NAME = 16;

export const shorten = (text: string, max: number) => {
  const characters = [...text];
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : text;
};

/** The small line above the title. */
export const labelOf: Record<SharePictureKind, string> = {
  classrooms: 'まなびばの教室',
  events: 'まなびばのイベント',
  series: 'まなびばの連続講座',
  archives: 'まなびばのアーカイブ',
  users: 'まなびばのプロフェッショナル',
  categories: 'まなびば',
  lists: 'まなびば',
};

/** Returns the two lines below the title. */
export function factsOf(picture: SharePicture): [by: string, note: string] {
  switch (picture.kind) {
    case 'classrooms': {
      const { by, startAt, isCancelled } = picture.shown;
      return [withHonorific(by), isCancelled ? 'この教室は中止になりました。' : `${inJapan(startAt)}から`];
    }
    case 'events':
      return [
        [shorten(picture.shown.by, MAX_NAME), ...offerOf(picture.shown)].filter(Boolean).join('・'),
        whenOf(picture.shown),
      ];
    case 'series': {
      const { by, dateCount } = picture.shown;
      return [[withHonorific(by), `全${dateCount}回`].filter(Boolean).join('・'), nextOf(picture.shown)];
    }
    case 'archives': {
      const { by, durationSeconds } = picture.shown;
      return [withHonorific(by), `${Math.max(1, Math.round(durationSeconds / secondsInMinute))}分の録画`];
    }
    case 'users':
      return [picture.shown.by, picture.shown.text];
    case 'categories':
    case 'lists': {
      const [first = '', ...rest] = picture.shown.text.split(/(?<=。)/);
      return [first, rest.join('')];
    }
  }
}

const inJapan = (moment: string) => `${japanTime.format(new Date(moment))}(日本時間)`;
const withHonorific = (name: string) => (name === '' ? '' : `${name}さん`);

function whenOf({ standing, startAt }: Event): string {
  if (standing === 'cancelled') return 'このイベントは中止になりました。';
  return standing === 'over' ? 'このイベントは終了しました。' : `${inJapan(startAt)}から`;
}

function nextOf({ dateCount, nextStartAt, isOver }: Series): string {
  if (isOver) return 'この連続講座は終了しました。';
  if (nextStartAt !== null) return `次は${inJapan(nextStartAt)}から`;
  return dateCount === 0 ? '日程は未定です。' : '開催中です。';
}

/** What a ticket costs and how many are left, while the event is ahead. */
function offerOf({ standing, price, seatsLeft }: Event): string[] {
  if (standing !== 'ahead' || price === null) return [];
  const cost = price === 0 ? '無料' : `${price.toLocaleString('ja-JP')}円`;
  if (seatsLeft === null) return [cost];
  if (seatsLeft === 0) return [cost, '満席'];
  return [cost, seatsLeft >= MANY_SEATS ? `残り${MANY_SEATS}席以上` : `残り${seatsLeft}席`];
}
