import { millisecondsInDay } from 'date-fns/constants';

import { onePerson } from './audiences.repository';
import { actor, type KindDeclaration, words } from './declare-kind';

/** Somebody follows a user for the first time. */
export const userFollow: KindDeclaration = {
  kind: 'userFollow',
  section: 'people',
  label: 'フォローされたとき',
  channels: { inApp: true, mail: false, push: false },
  sentence: (content) => [...actor(content), words('にフォローされました')],
  reason: 'ほかの方があなたをフォローしたためです。',
  action: 'プロフィールを見る',
  on: {
    userFollowed: (_trx, { payload: { followerId, followeeId } }) =>
      Promise.resolve({
        key: `${followerId} ${followeeId}`,
        url: `/users/${followerId}`,
        actorId: followerId,
        subjects: { user: followeeId },
      }),
  },
  audience: onePerson,
  isGrouped: true,
  showsActor: true,
  staleAfterMs: 7 * millisecondsInDay,
};
