import type { ReactNode } from 'react';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { Prose } from '@manabiba/shared/ui/prose';
import styles from './legal.module.css';

interface LegalTextProps {
  title: string;
  /** The day from which the text holds, as people read it. */
  since: string;
  children: ReactNode;
}

/** A text that the law or fairness wants to be read. */
export function LegalText({ title, since, children }: LegalTextProps) {
  return (
    <PageBody className={styles.page}>
      <h1>{title}</h1>
      <p className={styles.since}>{since}から適用</p>
      <Prose>{children}</Prose>
    </PageBody>
  );
}
