import { Link, useLocation } from '@manabiba/shared/platform';
import { Icon } from '@manabiba/shared/ui/icon';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { Flag, IdCard, KeyRound, List, type LucideIcon, Send, SquarePen, Users } from 'lucide-react';
import type { ReactNode } from 'react';

import styles from './staff-frame.module.css';

const sections: readonly { to: string; title: string; icon: LucideIcon }[] = [
  { to: '/staff', title: '本人確認', icon: IdCard },
  { to: '/staff/reports', title: '通報', icon: Flag },
  { to: '/staff/people', title: '人', icon: Users },
  { to: '/staff/deliveries', title: 'お知らせの配信', icon: Send },
  { to: '/staff/announcements', title: 'お知らせを書く', icon: SquarePen },
  { to: '/staff/audit', title: '監査ログ', icon: List },
  { to: '/staff/second-factor', title: '二段階認証', icon: KeyRound },
];

/** A page of the staff: the kinds of work at the side, one of them beside it. */
export function StaffFrame({ title, facts, children }: { title: string; facts?: ReactNode; children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <PageBody className={styles.page}>
      <nav className={styles.nav} aria-label="スタッフの作業">
        <ul>
          {sections.map(({ to, title: name, icon }) => (
            <li key={to}>
              <Link to={to} aria-current={to === pathname ? 'page' : undefined}>
                <Icon icon={icon} />
                {name}
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
