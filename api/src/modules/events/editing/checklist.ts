import type { PublishRequirement } from '@manabiba/shared/contract/event-editing';
import type { ClassroomEvent } from '@manabiba/shared/contract/events';

/** What the checklist looks at. */
export interface CheckedEvent extends Pick<ClassroomEvent, 'imageUrl' | 'description' | 'startAt' | 'tickets'> {
  /** Whether staff has verified the organizer, who is in good standing. */
  isVerified: boolean;
  /** Whether money can be paid out to the organizer. */
  canReceivePayouts: boolean;
}

const sentences: Record<PublishRequirement, string> = {
  cover: '表紙の画像を選択してください。',
  description: '説明を入力してください。',
  times: '開始日時は現在より後を指定してください。',
  tickets: 'チケットを追加してください。',
  ticket_sales: 'チケットの販売期間をご確認ください。',
  verification: '本人確認が済むと公開できます。',
  payouts: '振込先を登録してください。',
};

/** What keeps an event from being published, in the order of the checklist. */
export function missingOf(event: CheckedEvent, now: Date): PublishRequirement[] {
  const startAt = new Date(event.startAt);
  const hasWrongSale = event.tickets.some(({ saleStartAt, saleEndAt }) => {
    const end = new Date(saleEndAt);
    return end > startAt || end <= now || new Date(saleStartAt) >= end;
  });
  const isMissing: Record<PublishRequirement, boolean> = {
    cover: event.imageUrl === null,
    description: event.description === '',
    times: startAt <= now,
    tickets: event.tickets.length === 0,
    ticket_sales: hasWrongSale,
    verification: !event.isVerified,
    payouts: !event.canReceivePayouts && event.tickets.some(({ price }) => price > 0),
  };
  return (Object.keys(isMissing) as PublishRequirement[]).filter((code) => isMissing[code]);
}

/** What is to be done about it, by requirement. */
export const sentencesOf = (missing: readonly PublishRequirement[]): Record<string, string> =>
  Object.fromEntries(missing.map((code) => [code, sentences[code]]));
