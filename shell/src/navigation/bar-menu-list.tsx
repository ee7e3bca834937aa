import { isSignedIn, Link, useMe } from '@manabiba/shared/platform';
import { Icon } from '@manabiba/shared/ui/icon';
import { MenuItemLink, MenuList } from '@manabiba/shared/ui/menu';
import type { MenuAnchor } from '@manabiba/shared/ui/use-menu-trigger';
import { LogIn } from 'lucide-react';

import { HelpMenuItem } from '../chrome/help-menu-item';
import { useSignInPath } from '../chrome/sign-in-link';
import { useRegistry } from '../remotes/remotes-context';
import { navigationFor } from './navigation';
import { NavigationIcon } from './navigation-icon';

/** The open menu of the navigation bar: the entries that do not fit in the bar. */
export function BarMenuList({ anchor }: { anchor: MenuAnchor }) {
  const me = useMe();
  const { entries, bar } = navigationFor(useRegistry(), me);
  const signIn = useSignInPath();
  return (
    <MenuList anchor={anchor} label="メニュー" narrow="sheet">
      {entries
        .filter((entry) => !bar.includes(entry))
        .map(({ path, label, icon }) => (
          <MenuItemLink key={path} as={Link} to={path} icon={<NavigationIcon name={icon} />}>
            {label}
          </MenuItemLink>
        ))}
      {!isSignedIn(me) && (
        <MenuItemLink as={Link} to={signIn} icon={<Icon icon={LogIn} />}>
          ログイン
        </MenuItemLink>
      )}
      <HelpMenuItem />
    </MenuList>
  );
}
