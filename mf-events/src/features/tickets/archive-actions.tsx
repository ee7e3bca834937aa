import { Link, paths } from '@manabiba/shared/platform';
import { buttonClass } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { VisuallyHidden } from '@manabiba/shared/ui/visually-hidden';
import { Play } from 'lucide-react';

import { CancelButton } from '../../core/participation/cancel-button';
import { hasSeat, isLiveParticipation } from '../../core/participation/participation-status';
import { PayLink } from '../../core/participation/pay-link';
import { TimeLeft } from '../../core/participation/time-left';
import type { OwnEvent } from './ticket-facts';

interface ArchiveActionsProps {
  event: OwnEvent;
  /** Called when the displayed event is stale. */
  onSettled: () => void;
}

/** What is done with a ticket for an archive: watch it, pay for it, cancel it. Empty once it has ended. */
export function ArchiveActions({ event, onSettled }: ArchiveActionsProps) {
  const { archiveId, myParticipation: mine, title } = event;
  if (!isLiveParticipation(mine)) return null;
  return (
    <>
      {mine.state === 'held' && mine.holdExpiresAt && (
        <TimeLeft until={mine.holdExpiresAt} onEnd={onSettled}>
          お支払いをお待ちしています。
        </TimeLeft>
      )}
      {!hasSeat(mine) && <PayLink event={event} participation={mine} />}
      {hasSeat(mine) && archiveId !== null && (
        <Link className={buttonClass({ variant: 'primary', isBlock: true })} to={paths.archive.href({ id: archiveId })}>
          <Icon icon={Play} />
          <VisuallyHidden>{title}を</VisuallyHidden>
          <span>視聴する</span>
        </Link>
      )}
      {hasSeat(mine) && archiveId === null && <span>公開が終わりました</span>}
      <CancelButton event={event} participation={mine} onSettled={onSettled} isNamed />
    </>
  );
}
