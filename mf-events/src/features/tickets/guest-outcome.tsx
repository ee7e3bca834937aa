import { Link, paths } from '@manabiba/shared/platform';
import { buttonClass } from '@manabiba/shared/ui/button';

import { hasSeat, isRefund } from '../../core/participation/participation-status';
import { refundSentence } from '../../core/participation/refund-sentence';
import type { OwnEvent } from './ticket-facts';

import styles from './tickets.module.css';

/** Says why a guest's ticket does not admit its holder any more, and what can be done next. */
export function GuestOutcome({ event }: { event: OwnEvent }) {
  const sentence = sentenceOf(event);
  if (sentence === null) return null;
  const { archiveId } = event;
  return (
    <div className={styles.claim}>
      <p>{sentence}</p>
      {archiveId !== null && hasSeat(event.myParticipation) ? (
        <Link className={buttonClass()} to={paths.archive.href({ id: archiveId })}>
          アーカイブを見る
        </Link>
      ) : (
        <Link className={buttonClass()} to={paths.events.href()}>
          ほかのイベントを見る
        </Link>
      )}
    </div>
  );
}

function sentenceOf({ state, cancelReason, archiveId, myParticipation: mine }: OwnEvent): string | null {
  // The refund of a further seat is its buyer's.
  const refund = isRefund(mine) && !mine.companionName ? refundSentence(mine) : '';
  if (state === 'cancelled')
    return `このイベントは中止になりました。${cancelReason && `主催者より「${cancelReason}」`}${refund}`;
  if (mine.state === 'expired')
    return '確保時間が過ぎたため、このお申し込みは無効になりました。お支払いは行われていません。';
  if (mine.state === 'cancelled' || isRefund(mine))
    return `このチケットは取り消されているため、入場できません。${refund}`;
  if (state === 'ended' || state === 'archived')
    return archiveId === null
      ? 'このイベントは終了しました。アーカイブが公開されると、アカウントで受け取ったチケットで視聴できます。'
      : 'このイベントは終了しました。';
  return null;
}
