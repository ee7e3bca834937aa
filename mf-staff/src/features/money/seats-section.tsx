import type { StaffSeatProof } from '@manabiba/shared/contract/staff-money';
import { checkSeats, getStaffSeatProof } from '@manabiba/shared/data/endpoints';
import { formatDateTime } from '@manabiba/shared/format/date-time';
import { Link, showMessageFor, useEndpoint, useEndpointMutation } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { Button } from '@manabiba/shared/ui/button';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { textLinkClass } from '@manabiba/shared/ui/text-link';

import { pathOfEvent, seatWords } from '../../core/event-words';
import { StaffTable } from '../../core/staff-table';

import styles from './money.module.css';

const columns = ['見つけた時刻', 'チケット', '記録', '数えた結果', '状態'] as const;

/** Whether any event has sold more seats than it has, with a way to count again at once. */
export function SeatsSection() {
  const { data, error, isRefreshing, retry } = useEndpoint(getStaffSeatProof, {}, { maxAgeSeconds: 0 });
  const { run, isRunning } = useEndpointMutation(checkSeats);

  async function handleCheck() {
    try {
      await run({});
    } catch (failure) {
      showMessageFor(failure);
    }
  }

  return (
    <section aria-labelledby="seats-title" className={styles.part}>
      <div className={styles.head}>
        <h2 id="seats-title">席の検査</h2>
        <Button size="small" isLoading={isRunning} onClick={() => void handleCheck()}>
          いま数える
        </Button>
      </div>
      {data ? (
        <Proof proof={data} />
      ) : error ? (
        <ErrorState title="検査の結果を表示できませんでした。" onRetry={retry} isRetrying={isRefreshing} />
      ) : (
        <SkeletonRows count={2} isRuled />
      )}
    </section>
  );
}

function Proof({ proof: { checkedAt, ticketTypes, seats, violations, history } }: { proof: StaffSeatProof }) {
  return (
    <>
      <p role="status" className={styles.outcome}>
        {checkedAt === null ? (
          'まだ検査していません。'
        ) : (
          <>
            <Badge tone={violations === 0 ? 'ok' : 'live'}>
              {violations === 0 ? '一致' : `${violations.toLocaleString('ja-JP')}件の違い`}
            </Badge>
            <span>
              チケット{ticketTypes.toLocaleString('ja-JP')}種類、確定と確保の席{seats.toLocaleString('ja-JP')}席
            </span>
            <time dateTime={checkedAt}>{formatDateTime(checkedAt)}</time>
          </>
        )}
      </p>
      {history.length > 0 && (
        <StaffTable columns={columns}>
          {history.map((found) => (
            <Violation key={`${found.foundAt} ${found.ticket?.eventId} ${found.ticket?.name}`} found={found} />
          ))}
        </StaffTable>
      )}
    </>
  );
}

function Violation({ found }: { found: StaffSeatProof['history'][number] }) {
  const { foundAt, resolvedAt, ticket, quota, stored, counted } = found;
  return (
    <tr>
      <td data-label="見つけた時刻">
        <time dateTime={foundAt}>{formatDateTime(foundAt)}</time>
      </td>
      <td data-label="チケット">
        {ticket ? (
          <Link className={textLinkClass} to={pathOfEvent(ticket.eventId)}>
            {ticket.eventTitle} {ticket.name}
          </Link>
        ) : (
          '削除されたチケット'
        )}
      </td>
      <td data-label="記録">{seatWords(stored.sold + stored.held, quota)}</td>
      <td data-label="数えた結果">{seatWords(counted.sold + counted.held, quota)}</td>
      <td data-label="状態">
        <Badge tone={resolvedAt ? 'plain' : 'live'}>{resolvedAt ? '解消' : '違いあり'}</Badge>
      </td>
    </tr>
  );
}
