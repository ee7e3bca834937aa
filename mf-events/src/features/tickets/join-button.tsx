import { dayKey, formatTime } from '@manabiba/shared/format/date-time';
import { Link, track } from '@manabiba/shared/platform';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { VisuallyHidden } from '@manabiba/shared/ui/visually-hidden';
import { useId } from 'react';

import { formatMoment } from '../../core/format-moment';
import { useRefetchWhenOpen } from '../../core/participation/use-refetch-when-open';
import type { OwnEvent } from './ticket-facts';

import styles from './tickets.module.css';

interface JoinButtonProps {
  event: OwnEvent;
  /** Called when entry should be open by now but is not confirmed yet. */
  onDue: () => void;
  /** The primary action of the page. */
  isPrimary?: boolean;
}

/** The entry button, which activates on time. Until then it shows when entry opens. */
export function JoinButton({ event, onDue, isPrimary = false }: JoinButtonProps) {
  const isDue = useRefetchWhenOpen(event, onDue);
  const hintId = useId();
  const { joinUrl } = event.myParticipation;
  const look = {
    variant: isPrimary || joinUrl ? 'primary' : 'secondary',
    size: isPrimary ? 'large' : 'medium',
  } as const;
  const words = (
    <>
      <VisuallyHidden>{event.title}に</VisuallyHidden>参加する
    </>
  );
  if (joinUrl)
    return (
      <Link className={buttonClass({ ...look, isBlock: true })} to={joinUrl} onClick={() => track('click_event_cta')}>
        {words}
      </Link>
    );
  const isSameDay = dayKey(event.entryOpenAt) === dayKey(event.startAt);
  return (
    <>
      <Button {...look} isBlock disabled aria-describedby={hintId}>
        {words}
      </Button>
      <p id={hintId} className={styles.hint}>
        {isDue
          ? 'まもなく入場できます'
          : `${isSameDay ? formatTime(event.entryOpenAt) : formatMoment(event.entryOpenAt)}から入場できます`}
      </p>
    </>
  );
}
