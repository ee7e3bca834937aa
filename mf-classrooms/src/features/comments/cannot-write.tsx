import { Link, paths, useConfig, useLocation, useMe } from '@manabiba/shared/platform';
import { buttonClass } from '@manabiba/shared/ui/button';

import type { SilenceReason } from '../../core/classroom/viewer';

import styles from './detail/comments.module.css';

/** Explains why there is no composer and what the viewer can do about it. */
export function CannotWrite({ reason }: { reason: SilenceReason }) {
  const { communicateMinAge } = useConfig();
  switch (reason) {
    case 'too_young':
      return <p className={styles.cannot}>コメントを書けるのは{communicateMinAge}歳からです。読むことはできます。</p>;
    case 'school':
      return (
        <p className={styles.cannot}>
          学校の設定により、発言とコメントはできません。読むことはできます。くわしくは学校の先生にお尋ねください。
        </p>
      );
    case 'consent':
      return <NeedsConsent />;
    case 'sign_in':
      return <NeedsSignIn />;
  }
}

function NeedsSignIn() {
  const { pathname, search } = useLocation();
  return (
    <div className={styles.cannot}>
      <p>コメントを書くにはログインが必要です。</p>
      <Link className={buttonClass({ size: 'small' })} to={paths.signIn.href({}, { next: pathname + search })}>
        ログイン
      </Link>
    </div>
  );
}

function NeedsConsent() {
  const me = useMe();
  const isAsked = me.role !== 'anonymous' && me.guardianConsent === 'asked';
  return (
    <div className={styles.cannot}>
      <p>
        {isAsked
          ? '保護者の方が同意すると、発言とコメントができるようになります。お返事をお待ちしています。'
          : '発言とコメントには、保護者の方の同意が必要です。'}
      </p>
      <Link className={buttonClass({ size: 'small' })} to={`${paths.settings.href()}#guardian`}>
        {isAsked ? '依頼を確認する' : '同意をお願いする'}
      </Link>
    </div>
  );
}
