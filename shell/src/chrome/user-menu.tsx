import { GENERAL_SENTENCE } from '@manabiba/shared/contract/errors';
import type { SignedInMe } from '@manabiba/shared/contract/users';
import { toast } from '@manabiba/shared/platform';
import { Avatar } from '@manabiba/shared/ui/avatar';
import { Icon } from '@manabiba/shared/ui/icon';
import { type MenuAnchor, type MenuTriggerProps, useMenuTrigger } from '@manabiba/shared/ui/use-menu-trigger';
import { VisuallyHidden } from '@manabiba/shared/ui/visually-hidden';
import { ChevronDown, Menu as MenuIcon, X } from 'lucide-react';
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';

import { useContentHasLoaded } from './header-slot';

import styles from './chrome.module.css';

/**
 * The user's account menu. Below 640 px it is the mobile menu. Its list is loaded after the content, or when it is
 * opened.
 */
export function UserMenu({ me }: { me: SignedInMe }) {
  const { root, isOpen, triggerProps, anchor } = useMenuTrigger();
  const isTurn = useContentHasLoaded();
  const [List, setList] = useState<ComponentType<{ me: SignedInMe; anchor: MenuAnchor }> | null>(null);
  const isWanted = isOpen || isTurn;
  const handleFailure = useEffectEvent(() => {
    if (!isOpen) return;
    // The next press retries.
    anchor.dismiss();
    toast.error(GENERAL_SENTENCE);
  });
  useEffect(() => {
    if (isWanted && !List)
      import('./user-menu-list').then((module) => setList(() => module.UserMenuList), handleFailure);
  }, [isWanted, isOpen, List]);
  return (
    <div className={styles.userMenu} ref={root}>
      <Trigger {...triggerProps} me={me} isOpen={isOpen} />
      {isOpen && List && <List me={me} anchor={anchor} />}
    </div>
  );
}

function Trigger({ me, isOpen, ...props }: MenuTriggerProps & { me: SignedInMe; isOpen: boolean }) {
  return (
    <button type="button" className={styles.menuButton} {...props}>
      <VisuallyHidden>{isOpen ? 'メニューを閉じる' : 'メニューを開く'}</VisuallyHidden>
      <span className={styles.onlyWide}>
        <Avatar person={me} size={36} />
        <Icon icon={ChevronDown} size={16} />
      </span>
      <span className={styles.onlyNarrow}>
        <Icon icon={isOpen ? X : MenuIcon} />
      </span>
    </button>
  );
}
