import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { ARCHIVE_TICKET_CANCEL_DAYS, FULL_REFUND_MOVE_HOURS } from '@manabiba/shared/contract/limits';
import { Link, paths, useServerNow } from '@manabiba/shared/platform';
import { RichText } from '@manabiba/shared/ui/rich-text';
import { textLinkClass } from '@manabiba/shared/ui/text-link';
import { millisecondsInHour } from 'date-fns/constants';

import { soldArchiveTicket } from '../../core/archive-ticket';
import { openTickets } from '../../core/tickets';

import styles from './event.module.css';

const refundSentences: Record<ClassroomEvent['refundPolicy'], string> = {
  until_24_hours: '開始の24時間前まで取り消すことができ、全額返金いたします。それ以降の返金はいたしかねます。',
  until_7_days: '開始の7日前まで取り消すことができ、全額返金いたします。それ以降の返金はいたしかねます。',
  none: 'お申し込みのあとの返金はいたしかねます。',
};

/** The terms for all applicants: the refund policy, then the organizer's notes. */
export function EventTerms({ event }: { event: ClassroomEvent }) {
  const tickets = openTickets(event);
  const hasPrice = tickets.some(({ price }) => price > 0);
  const hasFree = tickets.length === 0 || tickets.some(({ price }) => price === 0);
  const sold = soldArchiveTicket(event, useServerNow(millisecondsInHour));
  const rules = [
    hasPrice && refundSentences[event.refundPolicy],
    hasPrice && '主催者の都合で中止になった場合は、全額返金いたします。',
    hasPrice &&
      `開始日時が${FULL_REFUND_MOVE_HOURS}時間を超えて変わった場合は、新しい開始日時まで取り消すことができ、全額返金いたします。`,
    hasFree && `${hasPrice ? '無料のお席は、開始まで' : '開始まで、'}いつでも取り消せます。`,
    sold &&
      `視聴チケットは、購入から${ARCHIVE_TICKET_CANCEL_DAYS}日以内で視聴を始める前は取り消すことができ、全額返金いたします。`,
  ].filter(Boolean);
  return (
    <section className={`${styles.section} ${styles.terms}`} aria-labelledby="event-terms">
      <h2 id="event-terms">お申し込みについて</h2>
      <RichText text={[...rules.map((rule) => `・${rule}`), event.cancelPolicy].join('\n')} />
      <p className={styles.law}>
        <Link className={textLinkClass} to={paths.law.href()}>
          特定商取引法に基づく表記
        </Link>
      </p>
    </section>
  );
}
