import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { Phrases } from '@manabiba/shared/platform';
import { Meta } from '@manabiba/shared/ui/card';
import { Cover } from '@manabiba/shared/ui/cover';
import { DateTime } from '@manabiba/shared/ui/date-time';

import styles from './apply-dialog.module.css';

/** The event a dialog refers to. */
export function EventSummary({ event }: { event: ClassroomEvent }) {
  return (
    <div className={styles.summary}>
      <Cover src={event.imageUrl} seed={event.id} />
      <div>
        <h3 className={styles.title}>
          <Phrases text={`${event.title} ${event.subtitle}`} />
        </h3>
        <Meta>
          <DateTime value={event.startAt} />
        </Meta>
      </div>
    </div>
  );
}
