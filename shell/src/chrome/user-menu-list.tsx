import type { SignedInMe } from '@manabiba/shared/contract/users';
import { retiredRouteAt } from '@manabiba/shared/navigation/retired-routes';
import { doesExistFor, refusalOf } from '@manabiba/shared/page/page-access';
import { Link, paths, showMessageFor, useSignOut } from '@manabiba/shared/platform';
import { Icon } from '@manabiba/shared/ui/icon';
import { MenuHeader, MenuItem, MenuItemLink, MenuList, MenuSeparator } from '@manabiba/shared/ui/menu';
import type { MenuAnchor } from '@manabiba/shared/ui/use-menu-trigger';
import {
  CalendarCog,
  CalendarDays,
  CircleUserRound,
  IdCard,
  LayoutGrid,
  LogOut,
  type LucideIcon,
  MonitorDown,
  ReceiptText,
  SlidersHorizontal,
  Store,
  Ticket,
} from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';

import { canInstall, install, listenToInstallOffer } from '../offline/install-offer';
import { offeredRoutes } from '../remotes/registry';
import { useRegistry } from '../remotes/remotes-context';
import { HelpMenuItem } from './help-menu-item';

/** The open list of the user menu. */
export function UserMenuList({ me, anchor }: { me: SignedInMe; anchor: MenuAnchor }) {
  const signOut = useSignOut();
  const isInstallable = useSyncExternalStore(listenToInstallOffer, canInstall);
  return (
    <MenuList anchor={anchor} label="アカウントメニュー">
      <MenuHeader title={me.nickname} note={me.email ?? undefined} />
      <PageLink to={paths.user.href({ id: me.id })} icon={CircleUserRound}>
        マイプロフィール
      </PageLink>
      <PageLink to={paths.myClassrooms.href()} icon={CalendarDays}>
        自分の教室
      </PageLink>
      <PageLink to={paths.tickets.href()} icon={Ticket}>
        チケット
      </PageLink>
      <PageLink to={paths.settings.href()} hash="#history" icon={ReceiptText}>
        購入履歴
      </PageLink>
      <PageLink to={paths.profileSettings.href()} icon={IdCard}>
        プロフィール設定
      </PageLink>
      {me.isProfessional && (
        <PageLink to={paths.orgSettings.href()} icon={Store}>
          プロフェッショナル設定
        </PageLink>
      )}
      {(me.isProfessional || me.isEventMember) && (
        <PageLink to={paths.organizedEvents.href()} icon={CalendarCog}>
          イベントの管理
        </PageLink>
      )}
      <PageLink to={paths.settings.href()} icon={SlidersHorizontal}>
        アカウント設定
      </PageLink>
      <OfferedLinks me={me} />
      <HelpMenuItem />
      {isInstallable && (
        <MenuItem icon={<Icon icon={MonitorDown} />} onSelect={install}>
          アプリとして追加
        </MenuItem>
      )}
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

/** The pages whose releases ask for a link here, as far as they exist for this user. */
function OfferedLinks({ me }: { me: SignedInMe }) {
  const offered = offeredRoutes(useRegistry()).filter(
    ({ inMenu, access }) => inMenu && doesExistFor(me, access) && refusalOf(me, access) === null,
  );
  return offered.map(({ path, title }) => (
    <PageLink key={path} to={path} icon={LayoutGrid}>
      {title}
    </PageLink>
  ));
}

interface PageLinkProps {
  to: string;
  /** A part of the page. */
  hash?: string;
  icon: LucideIcon;
  children: ReactNode;
}

/** A page of a remote. A retired one has no link. */
function PageLink({ to, hash = '', icon, children }: PageLinkProps) {
  if (retiredRouteAt(useRegistry(), to)) return null;
  return (
    <MenuItemLink as={Link} to={to + hash} icon={<Icon icon={icon} />}>
      {children}
    </MenuItemLink>
  );
}
