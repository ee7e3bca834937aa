import type { Archive } from '@manabiba/shared/contract/archives';
import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { ENDED } from '@manabiba/shared/contract/error-sentences';
import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { SeriesDetail } from '@manabiba/shared/contract/series';
import {
  isSharedList,
  listOfCategory,
  pictureOfArchive,
  pictureOfCategory,
  pictureOfClassroom,
  pictureOfEvent,
  pictureOfList,
  pictureOfSeries,
  pictureOfUser,
  sharedLists,
  sharePicturePath,
} from '@manabiba/shared/contract/share-picture';
import type { UserProfile } from '@manabiba/shared/contract/users';
import { formatDateTime } from '@manabiba/shared/format/date-time';

import type { PageSubject } from './page-subject';

/** What search results and link previews (Open Graph cards) show of a page. */
export interface LinkCard {
  title: string;
  text: string;
  /** Null: the product's default image. */
  imageUrl: string | null;
}

/** Maximum length in characters. Sites that show the card truncate longer texts, and not at a word boundary. */
const MAX_TEXT = 120;

/** Builds the link card of what a page is about. */
export function linkCardOf(subject: PageSubject): LinkCard {
  switch (subject.kind) {
    case 'classroom':
      return cardOfClassroom(subject.classroom);
    case 'event':
      return cardOfEvent(subject.event);
    case 'archive':
      return cardOfArchive(subject.archive);
    case 'series':
      return cardOfSeries(subject.series);
    case 'user':
      return cardOfUser(subject.user);
    case 'category': {
      const { title, text } = listOfCategory(subject.category);
      return cardOf(title, text, sharePicturePath(pictureOfCategory(subject.category)));
    }
  }
}

const cardOfClassroom = (classroom: ClassroomDetail) =>
  cardOf(
    classroom.name,
    `${classroom.host.nickname}さんの教室。${sentenceOfState[classroom.state](classroom.startAt)}${classroom.description}`,
    sharePicturePath(pictureOfClassroom({ ...classroom, hostNickname: classroom.host.nickname })),
  );

const cardOfEvent = (event: ClassroomEvent) =>
  cardOf(
    event.title,
    `${sentenceOfEvent(event)}${event.subtitle && `${event.subtitle}。`}${event.description}`,
    sharePicturePath(pictureOfEvent(event)),
  );

const cardOfArchive = (archive: Archive) =>
  cardOf(
    archive.title,
    `${archive.host.nickname}さんのアーカイブ。${archive.description}`,
    sharePicturePath(pictureOfArchive(archive)),
  );

function cardOfSeries(series: SeriesDetail): LinkCard {
  const picture = pictureOfSeries(series);
  const { by, dateCount, nextStartAt, isOver } = picture.shown;
  const standing = isOver
    ? 'この連続講座は終了しました。'
    : nextStartAt === null
      ? ''
      : `次は${inJapan(nextStartAt)}から。`;
  return cardOf(
    series.title,
    `${by}さんの連続講座。全${dateCount}回。${standing}${series.description}`,
    sharePicturePath(picture),
  );
}

function cardOfUser(user: UserProfile): LinkCard {
  const { nickname, introduction, organisation } = user;
  const picture = pictureOfUser(user);
  return cardOf(
    nickname,
    `${organisation ? `${organisation.orgName}。` : ''}${introduction || `${nickname}さんのプロフィールです。`}`,
    picture && sharePicturePath(picture),
  );
}

/** Builds the link card of a public list by its path; undefined for any other page. */
export function linkCardOfList(pattern: string): LinkCard | undefined {
  const name = pattern.slice(1);
  if (!isSharedList(name)) return undefined;
  return cardOf(sharedLists[name].title, sharedLists[name].text, sharePicturePath(pictureOfList(name)));
}

const inJapan = (moment: string) => formatDateTime(moment, 'Asia/Tokyo');

const sentenceOfState = {
  scheduled: (startAt: string) => `${inJapan(startAt)}から。`,
  live: () => '開催中です。',
  ended: () => ENDED,
  cancelled: () => 'この教室は中止になりました。',
} as const;

function sentenceOfEvent({ state, startAt, organizer }: ClassroomEvent): string {
  if (state === 'cancelled') return 'このイベントは中止になりました。';
  if (state === 'ended' || state === 'archived') return 'このイベントは終了しました。';
  return `${inJapan(startAt)}から。主催は${organizer.orgName}。`;
}

function cardOf(title: string, words: string, imageUrl: string | null): LinkCard {
  const characters = [...words.replace(/\s+/g, ' ').trim()];
  const text = characters.length > MAX_TEXT ? `${characters.slice(0, MAX_TEXT - 1).join('')}…` : characters.join('');
  return { title, text, imageUrl };
}
