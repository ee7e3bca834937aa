import { contract } from '@manabiba/shared/contract/contract';
import { sharePicturePath } from '@manabiba/shared/contract/share-picture';
import { formatDateTime } from '@manabiba/shared/format/date-time';
import type { PrefetchedAnswers } from '@manabiba/shared/navigation/initial-queries';

/** Link preview (Open Graph card) of a page. */
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

/**
 * Builds the link card from a page's prefetched answers, when it is about one classroom or one event. A private
 * classroom has none: a pasted link with its key must reveal nothing.
 */
export function linkCardOf(answers: PrefetchedAnswers | undefined): LinkCard | undefined {
  const answerOf = (name: string) => answers?.calls.find(({ call }) => call === name)?.answer;
  const { data: classroom } = contract.getClassroom.response.safeParse(answerOf('getClassroom'));
  if (classroom && !classroom.privateMode) {
    return cardOf(
      classroom.name,
      `${classroom.host.nickname}さんの教室。${standing[classroom.state](classroom.startAt)}${classroom.description}`,
      sharePicturePath({ ...classroom, hostNickname: classroom.host.nickname }),
      true,
    );
  }
  const { data: event } = contract.getEvent.response.safeParse(answerOf('getEvent'));
  return (
    event &&
    cardOf(event.title, `${inJapan(event.startAt)}から。${event.description}`, photographOf(event.imageUrl), false)
  );
}

const inJapan = (moment: string) => formatDateTime(moment, 'Asia/Tokyo');

const standing = {
  scheduled: (startAt: string) => `${inJapan(startAt)}から。`,
  live: () => '開催中です。',
  ended: () => 'この教室は終了しました。',
  cancelled: () => 'この教室は中止になりました。',
} as const;

const photographOf = (imageUrl: string | null) => (imageUrl !== null && IS_PHOTOGRAPH.test(imageUrl) ? imageUrl : null);

function cardOf(title: string, words: string, imageUrl: string | null, isDrawn: boolean): LinkCard {
  const characters = [...words.replace(/\s+/g, ' ').trim()];
  const text = characters.length > MAX_TEXT ? `${characters.slice(0, MAX_TEXT - 1).join('')}…` : characters.join('');
  return { title, text, imageUrl, isDrawn };
}
