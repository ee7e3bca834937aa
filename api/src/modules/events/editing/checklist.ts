import type { PublishRequirement } from '@manabiba/shared/contract/event-editing';
import type { ClassroomEvent } from '@manabiba/shared/contract/events';

/** The input of the checklist. */
export interface CheckedEvent extends Pick<ClassroomEvent, 'imageUrl' | 'description' | 'startAt' | 'tickets'> {
  /** The organizer is verified by staff and in good standing. */
  isVerified: boolean;
  /** The organizer can receive payouts. */
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

/** Returns what keeps an event from being published, in checklist order. */
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

/** Returns the instructions for missing requirements. */
export const sentencesOf = (missing: readonly PublishRequirement[]): Record<string, string> =>
  Object.fromEntries(missing.map((code) => [code, sentences[code]]));
