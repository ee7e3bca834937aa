import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

import { Icon } from './icon';
import { PageBody } from './page-body';
import { Phrases } from './phrases';

import styles from './guard-panel.module.css';

interface GuardPanelProps {
  /** An icon, or a number such as 404. */
  sign: LucideIcon | string;
  title: string;
  children?: ReactNode;
  /** The alternatives. */
  actions?: ReactNode;
}

/** A full-page message that explains why something cannot be shown or done, with links onward. */
export function GuardPanel({ sign, title, children, actions }: GuardPanelProps) {
  return (
    <PageBody className={styles.frame}>
      <section className={styles.guard}>
        {typeof sign === 'string' ? (
          <p className={styles.number}>{sign}</p>
        ) : (
          <Icon icon={sign} size={32} className={styles.icon} />
        )}
        <h1 className={styles.title}>
          <Phrases text={title} />
        </h1>
        {children && <p className={styles.words}>{children}</p>}
        {actions && <div className={styles.actions}>{actions}</div>}
      </section>
    </PageBody>
  );
}
