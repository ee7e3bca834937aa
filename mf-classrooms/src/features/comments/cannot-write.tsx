import { Link, paths, useConfig, useLocation, useMe } from '@manabiba/shared/platform';
import { buttonClass } from '@manabiba/shared/ui/button';

import type { SilenceReason } from '../../core/classroom/viewer';

import styles from './detail/comments.module.css';

/** Explains why there is no composer and what the viewer can do about it. */
export function CannotWrite({ reason, what = 'コメント' }: { reason: SilenceReason; what?: 'コメント' | '質問' }) {
  const { communicateMinAge } = useConfig();
  switch (reason) {
    case 'too_young':
      return (
        <p className={styles.cannot}>
          {what}を書けるのは{communicateMinAge}歳からです。読むことはできます。
        </p>
      );
    case 'school':
      return (
        <p className={styles.cannot}>
          学校の設定により、発言と{what}はできません。読むことはできます。くわしくは学校の先生にお尋ねください。
        </p>
      );
    case 'consent':
      return <NeedsConsent what={what} />;
    case 'sign_in':
      return <NeedsSignIn what={what} />;
  }
}

function NeedsSignIn({ what }: { what: string }) {
  const { pathname, search } = useLocation();
  return (
    <div className={styles.cannot}>
      <p>{what === '質問' ? '質問するにはログインが必要です。' : 'コメントを書くにはログインが必要です。'}</p>
      <Link className={buttonClass({ size: 'small' })} to={paths.signIn.href({}, { next: pathname + search })}>
        ログイン
      </Link>
    </div>
  );
}

function NeedsConsent({ what }: { what: string }) {
  const me = useMe();
  const isAsked = me.role !== 'anonymous' && me.guardianConsent === 'asked';
  return (
    <div className={styles.cannot}>
      <p>
        {isAsked
          ? `保護者の方が同意すると、発言と${what}ができるようになります。お返事をお待ちしています。`
          : `発言と${what}には、保護者の方の同意が必要です。`}
      </p>
      <Link className={buttonClass({ size: 'small' })} to={`${paths.settings.href()}#guardian`}>
        {isAsked ? '依頼を確認する' : '同意をお願いする'}
      </Link>
    </div>
  );
}
