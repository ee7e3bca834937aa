import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { Link, paths } from '@manabiba/shared/platform';
import { Icon } from '@manabiba/shared/ui/icon';
import { ChevronLeft } from 'lucide-react';

import styles from './checkout.module.css';

/** Link back from a checkout to what is bought. */
export const Crumb = ({ to, children }: { to: string; children: string }) => (
  <Link className={styles.crumb} to={to}>
    <Icon icon={ChevronLeft} size={16} />
    {children}
  </Link>
);

/** Link back from the checkout to the event. */
export const EventCrumb = ({ event }: { event: Pick<ClassroomEvent, 'id'> }) => (
  <Crumb to={paths.event.href({ id: event.id })}>イベントに戻る</Crumb>
);
