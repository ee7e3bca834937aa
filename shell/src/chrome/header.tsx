import type { SignedInMe } from '@manabiba/shared/contract/users';
import { isSignedIn, Link, paths, useMe } from '@manabiba/shared/platform';
import { buttonClass } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { iconButtonClass, UnreadDot } from '@manabiba/shared/ui/icon-button';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { Bell } from 'lucide-react';

import { HeaderNavigation } from '../navigation/header-navigation';
import { headerRef } from './frame-parts';
import { HeaderSearch } from './header-search';
import { HeaderSlot } from './header-slot';
import { LogoLink } from './logo-link';
import { SignInLink } from './sign-in-link';
import { UserMenu } from './user-menu';

import styles from './chrome.module.css';

export function Header() {
  const me = useMe();
  return (
    <header ref={headerRef} className={styles.header}>
      <PageBody className={styles.headerRow}>
        <LogoLink />
        <HeaderNavigation />
        <div className={styles.tools}>
          <HeaderSearch />
          {isSignedIn(me) ? <PersonsTools me={me} /> : <SignInLink className={buttonClass({ size: 'medium' })} />}
        </div>
      </PageBody>
    </header>
  );
}

function PersonsTools({ me }: { me: SignedInMe }) {
  const bell = <PlainBell unread={me.unreadNotificationCount} />;
  return (
    <>
      <HeaderSlot name="header-create" label="教室をつくる" fallback={<span className={styles.create} />} />
      <HeaderSlot name="header-bell" label="お知らせ" fallback={bell} failed={bell} />
      <UserMenu me={me} />
    </>
  );
}

/** The bell shown until a remote renders its own, or when none does. */
function PlainBell({ unread }: { unread: number }) {
  const label = unread > 0 ? `お知らせ(未読${unread}件)` : 'お知らせ';
  return (
    <Link className={iconButtonClass()} to={paths.notifications.href()} aria-label={label}>
      <Icon icon={Bell} />
      {unread > 0 && <UnreadDot />}
    </Link>
  );
}
