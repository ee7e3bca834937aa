import { FULL_REFUND_MOVE_HOURS } from '@manabiba/shared/contract/limits';
import type { Participation } from '@manabiba/shared/contract/tickets';
import { formatYen } from '@manabiba/shared/format/yen';
import { DateTime } from '@manabiba/shared/ui/date-time';
import { Notice } from '@manabiba/shared/ui/notice';

/** Why a ticket of an event that has moved can be cancelled for a full refund, until when, and what comes back. */
export function FullRefundNote({
  participation: { fullRefund },
}: {
  participation: Pick<Participation, 'fullRefund'>;
}) {
  if (!fullRefund) return null;
  const { soldForStartAt, until, amount } = fullRefund;
  return (
    <Notice>
      お申し込みのときの開始日時(
      <Moment at={soldForStartAt} />
      )から{FULL_REFUND_MOVE_HOURS}時間を超えて変わりました。
      <Moment at={until} />
      までに取り消すと、{formatYen(amount)}を全額返金いたします。
    </Notice>
  );
}

/** 12月5日(土) 13:30 inside a sentence, in which no line breaks within the day. */
const Moment = ({ at }: { at: string }) => (
  <>
    <DateTime value={at} style="day" /> <DateTime value={at} style="time" />
  </>
);
