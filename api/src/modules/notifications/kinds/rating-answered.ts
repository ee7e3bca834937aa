import { millisecondsInDay } from 'date-fns/constants';

import { onePerson } from './audiences.repository';
import { type KindDeclaration, quoted, words } from './declare-kind';
import { ratingCause } from './facts.repository';

/** The host has answered a user's rating. */
export const ratingAnswered: KindDeclaration = {
  kind: 'ratingAnswered',
  section: 'people',
  label: 'レビューに返信があったとき',
  channels: { inApp: true, mail: false, push: false },
  sentence: ({ title }) => [quoted(title), words('のレビューに返信がありました')],
  reason: 'あなたが書いたレビューに、ホストが返信したためです。',
  action: '返信を見る',
  on: { ratingAnswered: (trx, { payload }) => ratingCause(trx, payload.ratingId, 'user_id') },
  audience: onePerson,
  staleAfterMs: 7 * millisecondsInDay,
};
