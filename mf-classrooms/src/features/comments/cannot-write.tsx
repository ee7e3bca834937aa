import { Link, paths, useConfig, useLocation } from '@manabiba/shared/platform';
import { buttonClass } from '@manabiba/shared/ui/button';
import styles from './comments.module.css';

/** Why there is no field to write in, and what can be done about it. */
export function CannotWrite({ reason }: { reason: 'sign_in' | 'too_young' }) {
  const { pathname, search } = useLocation();
  const { communicateMinAge } = useConfig();
  if (reason === 'too_young') return <p className={styles.cannot}>コメントを書けるのは{communicateMinAge}歳からです。読むことはできます。</p>;
  return (
    <div className={styles.cannot}>
      <p>コメントを書くにはログインが必要です。</p>
      <Link className={buttonClass({ size: 'small' })} to={paths.signIn.href({}, { next: pathname + search })}>ログイン</Link>
    </div>
  );
}
