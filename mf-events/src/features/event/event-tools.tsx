import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { paths, shareLink, track, useConfig } from '@manabiba/shared/platform';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { Calendar, Share } from 'lucide-react';

import styles from './event.module.css';

/** 共有, and カレンダー for events that have not ended. */
export function EventTools({ event, isOver }: { event: ClassroomEvent; isOver: boolean }) {
  const { publicUrl } = useConfig();
  const url = new URL(paths.event.href({ id: event.id }), publicUrl).href;
  const title = [event.title, event.subtitle].filter(Boolean).join(' ');

  const share = () => {
    track('click_share');
    void shareLink({ url, title, text: title });
  };

  return (
    <div className={styles.tools}>
      <Button variant="ghost" icon={<Icon icon={Share} />} onClick={share}>
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
