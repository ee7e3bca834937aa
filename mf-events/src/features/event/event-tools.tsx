import { GENERAL_SENTENCE } from '@manabiba/shared/contract/errors';
import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { paths, shareLink, toast, track, useConfig } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { Calendar, Share } from 'lucide-react';

import styles from './event.module.css';

/** Loaded on demand: few users need a calendar file. */
const loadCalendar = () =>
  Promise.all([import('@manabiba/shared/format/calendar-file'), import('@manabiba/shared/ui/save-file')]);

/** 共有, and カレンダー for events that have not ended. */
export function EventTools({ event, isOver }: { event: ClassroomEvent; isOver: boolean }) {
  const { publicUrl } = useConfig();
  const url = new URL(paths.event.href({ id: event.id }), publicUrl).href;
  const title = [event.title, event.subtitle].filter(Boolean).join(' ');

  const share = () => {
    track('click_share');
    void shareLink({ url, title, text: title });
  };

  async function handleCalendar() {
    const [{ calendarFile }, { saveFile }] = await loadCalendar();
    const { id, description, startAt, endAt } = event;
    const text = calendarFile({ id, title, description, startAt, endAt, changedAt: new Date(), url });
    saveFile(`${event.id}.ics`, text, 'text/calendar');
  }

  return (
    <div className={styles.tools}>
      <Button variant="ghost" icon={<Icon icon={Share} />} onClick={share}>
        共有
      </Button>
      {!isOver && (
        <Button
          variant="ghost"
          icon={<Icon icon={Calendar} />}
          onClick={() => void handleCalendar().catch(() => toast.error(GENERAL_SENTENCE))}
        >
          カレンダー
        </Button>
      )}
    </div>
  );
}
