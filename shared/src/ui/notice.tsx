import { CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

import { Icon } from './icon';

import styles from './notice.module.css';

export type NoticeTone = 'plain' | 'ok' | 'warn' | 'error' | 'offline';

export interface NoticeProps {
  tone?: NoticeTone;
  /** Overrides the icon of the tone. */
  icon?: LucideIcon;
  children: ReactNode;
  /** One link (`textLinkClass`) or small button at the end. */
  action?: ReactNode;
  /** `alert` for what must be announced at once, `status` for what can wait. */
  role?: 'alert' | 'status';
}

const toneIcon: Record<NoticeTone, LucideIcon> = {
  plain: Info,
  ok: CircleCheck,
  warn: TriangleAlert,
  error: TriangleAlert,
  offline: Info,
};

/** A message that stays until its cause is gone. */
export function Notice({ tone = 'plain', icon, children, action, role }: NoticeProps) {
  return (
    <div className={styles.notice} data-tone={tone} role={role}>
      <p className={styles.words}>
        <Icon icon={icon ?? toneIcon[tone]} />
        {children}
      </p>
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}
