import { isSignedIn, Link, useConfig, useMe } from '@manabiba/shared/platform';
import { Icon } from '@manabiba/shared/ui/icon';
import { MenuItemLink, MenuList } from '@manabiba/shared/ui/menu';
import type { MenuAnchor } from '@manabiba/shared/ui/use-menu-trigger';
import { CircleHelp, ExternalLink, LogIn } from 'lucide-react';

import { useSignInPath } from '../chrome/sign-in-link';
import { useRegistry } from '../remotes/remotes-context';
import { navigationFor } from './navigation';
import { NavigationIcon } from './navigation-icon';

/** The open menu of the navigation bar: what has no place in the bar. */
export function BarMenuList({ anchor }: { anchor: MenuAnchor }) {
  const me = useMe();
  const { entries, bar } = navigationFor(useRegistry(), me);
  const { links } = useConfig();
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
      <MenuItemLink
        as="a"
        href={links.help}
        target="_blank"
        rel="noopener noreferrer"
        icon={<Icon icon={CircleHelp} />}
      >
        ヘルプセンター
        <Icon icon={ExternalLink} size={16} label="新しいタブで開きます" />
      </MenuItemLink>
    </MenuList>
  );
}
