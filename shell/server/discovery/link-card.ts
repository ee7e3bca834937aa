import type { Archive } from '@manabiba/shared/contract/archives';
import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { sharePicturePath } from '@manabiba/shared/contract/share-picture';
import type { UserProfile } from '@manabiba/shared/contract/users';
import { formatDateTime } from '@manabiba/shared/format/date-time';

import type { PageSubject } from './page-subject';

/** What search results and link previews (Open Graph cards) show of a page. */
export interface LinkCard {
  title: string;
  text: string;
  /** Null: the product's default image. */
  imageUrl: string | null;
  /** The image has the dimensions of the product's default image. */
  isDrawn: boolean;
}

/** Maximum length in characters. Sites that show the card truncate longer texts, and not at a word boundary. */
const MAX_TEXT = 120;
/** Link previews do not support SVG. */
const IS_PHOTOGRAPH = /\.(?:png|jpe?g|webp)$/i;

/** Builds the link card of what a page is about. */
export function linkCardOf(subject: PageSubject): LinkCard {
  switch (subject.kind) {
    case 'classroom':
      return cardOfClassroom(subject.classroom);
    case 'event':
      return cardOfEvent(subject.event);
    case 'archive':
      return cardOfArchive(subject.archive);
    case 'user':
      return cardOfUser(subject.user);
    case 'category':
      return cardOf(
        `${subject.category.name}のアーカイブ`,
        `${subject.category.name}の教室とイベントのアーカイブです。`,
      );
  }
}

const cardOfClassroom = (classroom: ClassroomDetail) =>
  cardOf(
    classroom.name,
    `${classroom.host.nickname}さんの教室。${sentenceOfState[classroom.state](classroom.startAt)}${classroom.description}`,
    sharePicturePath({ ...classroom, hostNickname: classroom.host.nickname }),
    true,
  );

const cardOfEvent = ({ title, description, startAt, imageUrl }: ClassroomEvent) =>
  cardOf(title, `${inJapan(startAt)}から。${description}`, photographOf(imageUrl));

const cardOfArchive = ({ title, description, host, thumbnailUrl }: Archive) =>
  cardOf(title, `${host.nickname}さんのアーカイブ。${description}`, photographOf(thumbnailUrl));

const cardOfUser = ({ nickname, introduction, organisation, avatarUrl }: UserProfile) =>
  cardOf(
    nickname,
    `${organisation ? `${organisation.orgName}。` : ''}${introduction || `${nickname}さんのプロフィールです。`}`,
    photographOf(avatarUrl),
  );

const inJapan = (moment: string) => formatDateTime(moment, 'Asia/Tokyo');

const sentenceOfState = {
  scheduled: (startAt: string) => `${inJapan(startAt)}から。`,
  live: () => '開催中です。',
  ended: () => 'この教室は終了しました。',
  cancelled: () => 'この教室は中止になりました。',
} as const;

const photographOf = (imageUrl: string | null) => (imageUrl !== null && IS_PHOTOGRAPH.test(imageUrl) ? imageUrl : null);

function cardOf(title: string, words: string, imageUrl: string | null = null, isDrawn = false): LinkCard {
  const characters = [...words.replace(/\s+/g, ' ').trim()];
  const text = characters.length > MAX_TEXT ? `${characters.slice(0, MAX_TEXT - 1).join('')}…` : characters.join('');
  return { title, text, imageUrl, isDrawn };
}
