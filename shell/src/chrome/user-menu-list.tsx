import type { SignedInMe } from '@manabiba/shared/contract/users';
import { Link, paths, showMessageFor, useConfig, useSignOut } from '@manabiba/shared/platform';
import { Icon } from '@manabiba/shared/ui/icon';
import { MenuHeader, MenuItem, MenuItemLink, MenuList, MenuSeparator } from '@manabiba/shared/ui/menu';
import type { MenuAnchor } from '@manabiba/shared/ui/use-menu-trigger';
import {
  CalendarDays,
  CircleHelp,
  CircleUserRound,
  ExternalLink,
  IdCard,
  LogOut,
  SlidersHorizontal,
  Store,
  Ticket,
} from 'lucide-react';

/** The open list of the user menu. */
export function UserMenuList({ me, anchor }: { me: SignedInMe; anchor: MenuAnchor }) {
  const { links } = useConfig();
  const signOut = useSignOut();
  return (
    <MenuList anchor={anchor} label="アカウントメニュー">
      <MenuHeader title={me.nickname} note={me.email ?? undefined} />
      <MenuItemLink as={Link} to={paths.user.href({ id: me.id })} icon={<Icon icon={CircleUserRound} />}>
        マイプロフィール
      </MenuItemLink>
      <MenuItemLink as={Link} to={paths.myClassrooms.href()} icon={<Icon icon={CalendarDays} />}>
        自分の教室
      </MenuItemLink>
      <MenuItemLink as={Link} to={paths.profileSettings.href()} icon={<Icon icon={IdCard} />}>
        プロフィール設定
      </MenuItemLink>
      {me.isProfessional && (
        <MenuItemLink as={Link} to={paths.orgSettings.href()} icon={<Icon icon={Store} />}>
          プロフェッショナル設定
        </MenuItemLink>
      )}
      {me.isProfessional && (
        <MenuItemLink as={Link} to={paths.organizedEvents.href()} icon={<Icon icon={Ticket} />}>
          イベントの管理
        </MenuItemLink>
      )}
      <MenuItemLink as={Link} to={paths.settings.href()} icon={<Icon icon={SlidersHorizontal} />}>
        アカウント設定
      </MenuItemLink>
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
      {/* Pupils of a partner school sign in without an address; they leave from the settings page. */}
      {me.email && (
        <>
          <MenuSeparator />
          <MenuItem icon={<Icon icon={LogOut} />} onSelect={() => void signOut().catch(showMessageFor)}>
            ログアウト
          </MenuItem>
        </>
      )}
    </MenuList>
  );
}
