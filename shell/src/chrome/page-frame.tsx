import type { PageLayout } from '@manabiba/shared/page/boot-data';
import { useMe } from '@manabiba/shared/platform';
import { classNames } from '@manabiba/shared/ui/class-names';
import type { ReactNode } from 'react';

import { NavigationBar } from '../navigation/navigation-bar';
import { ClosureBanner } from './closure-banner';
import { Footer } from './footer';
import { Header } from './header';
import { hasNoticeOffset, Notices } from './notices';

import styles from './chrome.module.css';

/** A layout with only the page itself. */
export const EMPTY_LAYOUT = { header: false, notices: false, footer: false } as const satisfies PageLayout;

const groundClass = { default: undefined, dark: styles.dark, black: styles.black } as const;

interface PageFrameProps {
  layout: PageLayout;
  /** Shown among the notices. */
  news?: ReactNode;
  /** Shown at the bottom of the screen until it is answered. */
  request?: ReactNode;
  children: ReactNode;
}

/** Everything around a page, as its layout requires. */
export function PageFrame({ layout, news, request, children }: PageFrameProps) {
  const {
    ground = 'default',
    header = true,
    notices = true,
    footer = true,
    padding = true,
    margin = true,
    fixed = false,
  } = layout;
  const me = useMe();
  const isOffset = notices && hasNoticeOffset(me);
  return (
    <div className={classNames(styles.frame, !margin && styles.noMargin, fixed && styles.fixed)}>
      <a className={styles.skip} href="#content">
        本文へ移動
      </a>
      <ClosureBanner />
      {header && <Header />}
      {notices && <Notices news={news} />}
      <main
        id="content"
        tabIndex={-1}
        data-theme={ground === 'default' ? undefined : 'dark'}
        className={classNames(styles.main, groundClass[ground], padding && styles.padded, isOffset && styles.offset)}
      >
        {children}
      </main>
      {request}
      {footer && <Footer />}
      {header && !fixed && <NavigationBar isAtEnd={!margin || ground !== 'default'} />}
    </div>
  );
}
