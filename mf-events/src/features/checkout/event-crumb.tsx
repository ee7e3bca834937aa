import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { Link, paths } from '@manabiba/shared/platform';
import { Icon } from '@manabiba/shared/ui/icon';
import { ChevronLeft } from 'lucide-react';

import styles from './checkout.module.css';

/** Link back from the checkout to the event. */
export const EventCrumb = ({ event }: { event: Pick<ClassroomEvent, 'id'> }) => (
  <Link className={styles.crumb} to={paths.event.href({ id: event.id })}>
    <Icon icon={ChevronLeft} size={16} />
    イベントに戻る
  </Link>
);
