import { millisecondsInDay } from 'date-fns/constants';

import { onePerson } from './audiences.repository';
import { type KindDeclaration, quoted, words } from './declare-kind';
import { ratingCause } from './facts.repository';

/** Somebody has rated what a user hosted. It names nobody, because some authors have no name. */
export const ratingReceived: KindDeclaration = {
  kind: 'ratingReceived',
  section: 'people',
  label: 'レビューが届いたとき',
  channels: { inApp: true, mail: false, push: false },
  sentence: ({ title }) => [quoted(title), words('にレビューが届きました')],
  reason: 'あなたの教室、イベントまたはアーカイブに、レビューが書かれたためです。',
  action: 'レビューを見る',
  on: { ratingGiven: (trx, { payload }) => ratingCause(trx, payload.ratingId, 'host_id') },
  audience: onePerson,
  staleAfterMs: 7 * millisecondsInDay,
};
