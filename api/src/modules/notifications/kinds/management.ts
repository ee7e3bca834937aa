import { millisecondsInDay } from 'date-fns/constants';

import { announced } from './audiences.repository';
import { type KindDeclaration, words } from './declare-kind';

/** An announcement of the operator; its cause is recorded by the staff. */
export const management: KindDeclaration = {
  kind: 'management',
  section: 'management',
  label: '運営からのお知らせ',
  channels: { inApp: true, mail: true, push: false },
  fixed: ['inApp'],
  sentence: ({ title }) => [words('運営からのお知らせ '), { text: title, as: 'subject' }],
  reason: 'まなびばを利用している方に、運営からお送りしています。',
  action: 'まなびばを開く',
  audience: announced,
  staleAfterMs: 3 * millisecondsInDay,
};
