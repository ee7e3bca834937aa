import type { SignedInMe } from '@manabiba/shared/contract/users';
import { Avatar } from '@manabiba/shared/ui/avatar';
import { Icon } from '@manabiba/shared/ui/icon';
import { type MenuTriggerProps, useMenuTrigger } from '@manabiba/shared/ui/use-menu-trigger';
import { VisuallyHidden } from '@manabiba/shared/ui/visually-hidden';
import { ChevronDown } from 'lucide-react';

import { useContentHasLoaded } from './header-slot';
import { LateList } from './late-list';

import styles from './chrome.module.css';

const loadList = () => import('./user-menu-list').then((module) => module.UserMenuList);

/** The user's account menu. Its list is loaded after the content, or when it is opened. */
export function UserMenu({ me }: { me: SignedInMe }) {
  const { root, isOpen, triggerProps, anchor } = useMenuTrigger();
  const isExpected = useContentHasLoaded();
  return (
    <div className={styles.userMenu} ref={root}>
      <Trigger {...triggerProps} me={me} isOpen={isOpen} />
      <LateList isOpen={isOpen} isExpected={isExpected} load={loadList} props={{ me, anchor }} />
    </div>
  );
}

function Trigger({ me, isOpen, ...props }: MenuTriggerProps & { me: SignedInMe; isOpen: boolean }) {
  return (
    <button type="button" className={styles.menuButton} {...props}>
      <VisuallyHidden>{isOpen ? 'メニューを閉じる' : 'メニューを開く'}</VisuallyHidden>
      <Avatar person={me} size={36} />
      <Icon icon={ChevronDown} size={16} className={styles.onlyWide} />
    </button>
  );
}
