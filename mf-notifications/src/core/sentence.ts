import type { NotificationKind, UserNotification } from '@manabiba/shared/contract/notifications';

/** A span of a sentence. `subject` is emphasized; `past` is struck through; both and `moment` do not wrap. */
export interface SentencePart {
  text: string;
  as: 'words' | 'subject' | 'past' | 'moment';
}

const words = (text: string): SentencePart => ({ text, as: 'words' });
const subject = (text: string): SentencePart => ({ text, as: 'subject' });
const quoted = (title: string) => subject(`「${title}」`);

/** Returns the actor's name. A deleted user is named as such, without さん. */
const person = (notification: UserNotification): SentencePart[] =>
  notification.actor ? [subject(notification.actor.nickname), words('さん')] : [words('退会したユーザー')];

/** Parses the interval "old start/new start" of changeClassroomTime. Null when it is invalid. */
function changedTimes(body: string): [Date, Date] | null {
  const [before, after] = body.split('/').map((moment) => new Date(moment));
  if (!before || !after || Number.isNaN(before.getTime()) || Number.isNaN(after.getTime())) return null;
  return [before, after];
}

type Composer = (notification: UserNotification, formatMoment: (moment: Date) => string) => SentencePart[];

const composers: Record<NotificationKind, Composer> = {
  management: (it) => [words('運営からのお知らせ '), subject(it.title)],
  eventStartBeforeFiveMinutes: (it) => [quoted(it.title), words('がまもなく始まります(5分前)')],
  eventStartBeforeOneHour: (it) => [quoted(it.title), words('は1時間後に始まります')],
  eventArchived: (it) => [quoted(it.title), words('のアーカイブを公開しました')],
  eventOpen: (it) => [quoted(it.title), words('の入場を開始しました')],
  userFollow: (it) => [...person(it), words('にフォローされました')],
  classroomCreatedByFollow: (it) => [...person(it), words('が教室'), quoted(it.title), words('を作成しました')],
  classroomReservedByFollow: (it) => [...person(it), words('が教室'), quoted(it.title), words('を予約しました')],
  reservedClassroomStarted: (it) => [words('予約した教室'), quoted(it.title), words('が始まりました')],
  reservedClassroomCancelled: (it) => [words('予約した教室'), quoted(it.title), words('は中止になりました')],
  changeClassroomTime: (it, formatMoment) => {
    const times = changedTimes(it.body);
    if (!times) return [words('教室'), quoted(it.title), words('の開始日時が変更されました')];
    return [
      words('教室'),
      quoted(it.title),
      words('の開始日時が'),
      { text: formatMoment(times[0]), as: 'past' },
      words('から'),
      { text: formatMoment(times[1]), as: 'moment' },
      words('に変更されました'),
    ];
  },
};

/**
 * Returns the sentence of a notification as styled spans.
 *
 * `formatMoment` formats a moment in the viewer's time zone.
 */
export function sentenceOf(notification: UserNotification, formatMoment: (moment: Date) => string): SentencePart[] {
  return composers[notification.kind](notification, formatMoment);
}

/** Returns the subject's path, or the top page for anything outside the product. */
export function innerPath(url: string): string {
  return /^\/(?![/\\])/.test(url) ? url : '/';
}
