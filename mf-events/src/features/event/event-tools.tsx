import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { calendarFile } from '@manabiba/shared/format/calendar-file';
import { paths, toast, track, useConfig } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { saveFile } from '@manabiba/shared/ui/save-file';
import { Calendar, Share } from 'lucide-react';
import styles from './event.module.css';

/** Passes the page on: by the device's own sheet where it has one, else by the clipboard. */
async function share(title: string, url: string) {
  track('click_share');
  if (navigator.share) {
    // Closing the sheet rejects too; nothing has gone wrong then.
    await navigator.share({ title, url }).catch(() => undefined);
    return;
  }
  try {
    await navigator.clipboard.writeText(url);
    toast.success('リンクをコピーしました。');
  } catch {
    toast.error('問題が発生しました。もう一度お試しください。');
  }
}

/** 共有, and カレンダー while there is something to come. */
export function EventTools({ event, isOver }: { event: ClassroomEvent; isOver: boolean }) {
  const { publicUrl } = useConfig();
  const url = new URL(paths.event.href({ id: event.id }), publicUrl).href;
  const title = [event.title, event.subtitle].filter(Boolean).join(' ');

  function handleCalendar() {
    const { id, description, startAt, endAt } = event;
    const text = calendarFile({ id, title, description, startAt, endAt, changedAt: new Date(), url });
    saveFile(`${event.id}.ics`, text, 'text/calendar');
  }

  return (
    <div className={styles.tools}>
      <Button variant="ghost" icon={<Icon icon={Share} />} onClick={() => void share(title, url)}>共有</Button>
      {!isOver && <Button variant="ghost" icon={<Icon icon={Calendar} />} onClick={handleCalendar}>カレンダー</Button>}
    </div>
  );
}
