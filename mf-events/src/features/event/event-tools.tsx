import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { useSharePage } from '@manabiba/shared/people/share-page';
import { paths } from '@manabiba/shared/platform';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { Calendar, Share } from 'lucide-react';

import styles from './event.module.css';

/** 共有, and カレンダー for events that have not ended. */
export function EventTools({ event, isOver }: { event: ClassroomEvent; isOver: boolean }) {
  const share = useSharePage();
  const title = [event.title, event.subtitle].filter(Boolean).join(' ');
  return (
    <div className={styles.tools}>
      <Button
        variant="ghost"
        icon={<Icon icon={Share} />}
        onClick={() => share(paths.event.href({ id: event.id }), title)}
      >
        共有
      </Button>
      {!isOver && (
        <a className={buttonClass({ variant: 'ghost' })} href={`/v1/events/${event.id}/calendar.ics`} download>
          <Icon icon={Calendar} />
          カレンダー
        </a>
      )}
    </div>
  );
}
