import type { StaffCounts } from '@manabiba/shared/contract/staff-counts';
import { getStaffCounts } from '@manabiba/shared/data/endpoints';
import { Link, useEndpoint, useLocation } from '@manabiba/shared/platform';
import { Icon } from '@manabiba/shared/ui/icon';
import { PageBody } from '@manabiba/shared/ui/page-body';
import {
  CalendarDays,
  Flag,
  GraduationCap,
  IdCard,
  JapaneseYen,
  KeyRound,
  List,
  type LucideIcon,
  Package,
  Send,
  SquarePen,
  Users,
} from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';

import styles from './staff-frame.module.css';

interface Section {
  to: string;
  title: string;
  icon: LucideIcon;
  /** What waits there. */
  counted?: keyof StaffCounts;
  /** Waiting is a danger. */
  isHot?: true;
}

const sections: readonly Section[] = [
  { to: '/staff', title: '本人確認', icon: IdCard, counted: 'reviews' },
  { to: '/staff/reports', title: '通報', icon: Flag, counted: 'reports', isHot: true },
  { to: '/staff/events', title: 'イベント', icon: CalendarDays },
  { to: '/staff/money', title: 'お支払いと振込', icon: JapaneseYen },
  { to: '/staff/people', title: '利用者', icon: Users, counted: 'roleProposals' },
  { to: '/staff/schools', title: '学校', icon: GraduationCap },
  { to: '/staff/deliveries', title: 'お知らせの配信', icon: Send, counted: 'failedDeliveries' },
  { to: '/staff/announcements', title: 'お知らせを書く', icon: SquarePen },
  { to: '/staff/teams', title: 'チーム', icon: Package },
  { to: '/staff/audit', title: '監査ログ', icon: List },
  { to: '/settings#second-factor', title: '二段階認証', icon: KeyRound },
];

/** Age from which the counts are read again, in seconds. */
const COUNTS_SECONDS = 30;

/** The section of a page inside it is current too. */
function currentOf(to: string, pathname: string): 'page' | 'true' | undefined {
  if (to === pathname) return 'page';
  return to !== '/staff' && pathname.startsWith(`${to}/`) ? 'true' : undefined;
}

/** On a phone the sections are one line, which scrolls. Brings the current one to its middle. */
function showCurrent(nav: HTMLElement | null): void {
  const current = nav?.querySelector('[aria-current]')?.getBoundingClientRect();
  if (!nav || !current) return;
  const { left, width } = nav.getBoundingClientRect();
  nav.scrollLeft += current.left + current.width / 2 - (left + width / 2);
}

/** The frame of staff pages: navigation at the side, the content next to it. */
export function StaffFrame({ title, facts, children }: { title: string; facts?: ReactNode; children: ReactNode }) {
  const { pathname } = useLocation();
  const { data: counts } = useEndpoint(getStaffCounts, {}, { maxAgeSeconds: COUNTS_SECONDS });
  const nav = useRef<HTMLElement>(null);
  useEffect(() => showCurrent(nav.current), [pathname]);
  return (
    <PageBody className={styles.page}>
      <nav ref={nav} className={styles.nav} aria-label="スタッフの作業">
        <ul>
          {sections.map(({ to, title: name, icon, counted, isHot }) => (
            <li key={to}>
              <Link to={to} aria-current={currentOf(to, pathname)}>
                <Icon icon={icon} />
                <span className={styles.name}>{name}</span>
                {counts && counted && counts[counted] > 0 && (
                  <b className={isHot ? styles.hot : styles.count}>{counts[counted].toLocaleString('ja-JP')}</b>
                )}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.column}>
        <div className={styles.head}>
          <h1>{title}</h1>
          {facts}
        </div>
        {children}
      </div>
    </PageBody>
  );
}
