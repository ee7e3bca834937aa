import { CalendarDays, ChevronDown, CircleHelp, CircleUserRound, ExternalLink, IdCard, LogOut, Menu as MenuIcon, SlidersHorizontal, Store, X } from 'lucide-react';
import { Link, paths, showMessageFor, useConfig, useSignOut } from '@manabiba/shared/platform';
import type { SignedInMe } from '@manabiba/shared/contract/users';
import { Avatar } from '@manabiba/shared/ui/avatar';
import { Icon } from '@manabiba/shared/ui/icon';
import { VisuallyHidden } from '@manabiba/shared/ui/visually-hidden';
import { Menu, MenuHeader, MenuItem, MenuItemLink, MenuSeparator, type MenuTriggerProps } from '@manabiba/shared/ui/menu';
import styles from './chrome.module.css';

/** Everything about oneself. Below 640 px it is the mobile menu. */
export function UserMenu({ me }: { me: SignedInMe }) {
  const { links } = useConfig();
  const signOut = useSignOut();
  return (
    <Menu trigger={(props, isOpen) => <Trigger {...props} me={me} isOpen={isOpen} />}>
      <MenuHeader title={me.nickname} note={me.email ?? undefined} />
      <MenuItemLink as={Link} to={paths.user.href({ id: me.id })} icon={<Icon icon={CircleUserRound} />}>マイプロフィール</MenuItemLink>
      <MenuItemLink as={Link} to={paths.myClassrooms.href()} icon={<Icon icon={CalendarDays} />}>自分の教室</MenuItemLink>
      <MenuItemLink as={Link} to={paths.profileSettings.href()} icon={<Icon icon={IdCard} />}>プロフィール設定</MenuItemLink>
      {me.isProfessional && <MenuItemLink as={Link} to={paths.orgSettings.href()} icon={<Icon icon={Store} />}>プロフェッショナル設定</MenuItemLink>}
      <MenuItemLink as={Link} to={paths.settings.href()} icon={<Icon icon={SlidersHorizontal} />}>アカウント設定</MenuItemLink>
      <MenuItemLink as="a" href={links.help} target="_blank" rel="noopener noreferrer" icon={<Icon icon={CircleHelp} />}>
        ヘルプセンター<Icon icon={ExternalLink} size={16} label="新しいタブで開きます" />
      </MenuItemLink>
      {/* Pupils of a partner school sign in without an address; they leave from the settings page. */}
      {me.email && (
        <>
          <MenuSeparator />
          <MenuItem icon={<Icon icon={LogOut} />} onSelect={() => void signOut().catch(showMessageFor)}>ログアウト</MenuItem>
        </>
      )}
    </Menu>
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
      <span className={styles.onlyNarrow}><Icon icon={isOpen ? X : MenuIcon} /></span>
    </button>
  );
}
