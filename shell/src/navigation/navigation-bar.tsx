import { isSignedIn, NavLink, paths, useMe } from '@manabiba/shared/platform';
import { classNames } from '@manabiba/shared/ui/class-names';
import { Icon } from '@manabiba/shared/ui/icon';
import { useMenuTrigger } from '@manabiba/shared/ui/use-menu-trigger';
import { House, Menu, UserPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { LateList } from '../chrome/late-list';
import { SignUpLink } from '../chrome/sign-in-link';
import { useRegistry } from '../remotes/remotes-context';
import { navigationFor } from './navigation';
import { NavigationIcon } from './navigation-icon';

import styles from './navigation.module.css';

/**
 * The parts of the product, at the bottom of narrow screens.
 *
 * @param isAtEnd it comes after the page instead of staying on the screen, for a page that keeps its own action there.
 */
export function NavigationBar({ isAtEnd }: { isAtEnd: boolean }) {
  const me = useMe();
  const { bar } = navigationFor(useRegistry(), me);
  return (
    <nav className={classNames(styles.bar, isAtEnd && styles.atEnd)} aria-label="メインナビゲーション">
      <ul>
        <li>
          <NavLink className={styles.place} to={paths.top.href()}>
            <Icon icon={House} />
            ホーム
          </NavLink>
        </li>
        {bar.map(({ path, label, icon }) => (
          <li key={path}>
            <NavLink className={styles.place} to={path}>
              <NavigationIcon name={icon} />
              {label}
            </NavLink>
          </li>
        ))}
        {!isSignedIn(me) && (
          <li>
            <SignUpLink className={styles.place} icon={<Icon icon={UserPlus} />} />
          </li>
        )}
        <li>
          <BarMenu>
            <Icon icon={Menu} />
            メニュー
          </BarMenu>
        </li>
      </ul>
    </nav>
  );
}

const loadList = () => import('./bar-menu-list').then((module) => module.BarMenuList);

function BarMenu({ children }: { children: ReactNode }) {
  const { root, isOpen, triggerProps, anchor } = useMenuTrigger();
  const [isExpected, setIsExpected] = useState(false);
  const expect = () => setIsExpected(true);
  return (
    <div ref={root}>
      <button type="button" className={styles.place} onPointerEnter={expect} onFocus={expect} {...triggerProps}>
        {children}
      </button>
      <LateList isOpen={isOpen} isExpected={isExpected} load={loadList} props={{ anchor }} />
    </div>
  );
}
