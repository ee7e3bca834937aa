import { Link, paths } from '@manabiba/shared/platform';
import { Logo } from '@manabiba/shared/ui/logo';

import styles from './chrome.module.css';

export function LogoLink({ markSize }: { markSize?: number }) {
  return (
    <Link className={styles.logo} to={paths.top.href()} aria-label="まなびば">
      <Logo markSize={markSize} />
    </Link>
  );
}
