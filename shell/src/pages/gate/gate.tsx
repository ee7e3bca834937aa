import { Phrases } from '@manabiba/shared/platform';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { Panel } from '@manabiba/shared/ui/panel';
import type { ReactNode } from 'react';

import { LogoLink } from '../../chrome/logo-link';

import styles from './gate.module.css';

/** A page with a single decision: the logo, a box, and an alternative below it. */
export function Gate({ children, foot }: { children: ReactNode; foot?: ReactNode }) {
  return (
    <PageBody className={styles.page}>
      <div className={styles.logo} data-header>
        <LogoLink />
      </div>
      {children}
      <p className={styles.foot}>{foot}</p>
    </PageBody>
  );
}

interface GatePanelProps {
  title: string;
  /** An `Icon` above the title. */
  sign?: ReactNode;
  children: ReactNode;
}

/** The box with its own heading; without an icon it is a form. */
export function GatePanel({ title, sign, children }: GatePanelProps) {
  return (
    <Panel className={sign ? styles.sign : styles.panel}>
      {sign}
      <h1 className={styles.title}>
        <Phrases text={title} />
      </h1>
      {children}
    </Panel>
  );
}

/** The available actions, stacked, the primary one first. */
export function GateActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
