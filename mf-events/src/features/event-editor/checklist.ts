import type { OrganizedEventDetail, PublishRequirement } from '@manabiba/shared/contract/event-editing';

/** The target of a checklist item: a field on this page, or another page. */
export type ChecklistGoal = 'field' | 'identity' | 'payouts';

interface ChecklistNote {
  code: PublishRequirement;
  sentence: string;
  /** Id of the field, when it is on this page. */
  fieldId?: string;
  goal: ChecklistGoal;
}

export interface ChecklistLine {
  title: string;
  /** The open tasks; empty when there are none. */
  notes: readonly ChecklistNote[];
}

const notes: Record<PublishRequirement, Omit<ChecklistNote, 'code'>> = {
  cover: { sentence: '表紙の画像を選ぶ', fieldId: 'event-cover', goal: 'field' },
  description: { sentence: '説明を入力する', fieldId: 'event-description', goal: 'field' },
  times: { sentence: '開始をこれからの日時にする', fieldId: 'event-start', goal: 'field' },
  tickets: { sentence: 'チケットを追加する', fieldId: 'event-add-ticket', goal: 'field' },
  ticket_sales: { sentence: '販売期間を確認する', fieldId: 'tickets', goal: 'field' },
  verification: { sentence: '本人確認を済ませる', goal: 'identity' },
  payouts: { sentence: '売上と振込で登録する', goal: 'payouts' },
};

/** The requirements for publishing, in page order. A payout account is required only when a ticket has a price. */
export function checklistOf({ missing, tickets }: Pick<OrganizedEventDetail, 'missing' | 'tickets'>): ChecklistLine[] {
  const line = (title: string, codes: readonly PublishRequirement[]) => ({
    title,
    notes: codes.filter((code) => missing.includes(code)).map((code) => ({ code, ...notes[code] })),
  });
  const hasPrice = tickets.some(({ price }) => price > 0);
  return [
    line('表紙と内容', ['cover', 'description']),
    line('日時', ['times']),
    line('チケット', ['tickets', 'ticket_sales']),
    line('本人確認', ['verification']),
    ...(hasPrice ? [line('振込先の登録', ['payouts'])] : []),
  ];
}
