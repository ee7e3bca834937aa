import type { StaffEventRecord } from '@manabiba/shared/contract/staff-events';
import { getStaffEvent } from '@manabiba/shared/data/endpoints';
import { formatDateTime } from '@manabiba/shared/format/date-time';
import { Link, useEndpoint } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { textLinkClass } from '@manabiba/shared/ui/text-link';

import { eventStateOf } from '../../core/event-words';
import { StaffFrame } from '../../core/staff-frame';
import { CancelEvent } from './cancel-event';
import { EventForBuyers } from './event-for-buyers';
import { EventMoney } from './event-money';
import { EventTickets } from './event-tickets';

import shared from '../../core/staff-parts.module.css';

/** One event as its buyers and its organizer see it, and a way to cancel it. */
export function StaffEventCase({ id }: { id: string }) {
  const { data, error, isRefreshing, retry } = useEndpoint(getStaffEvent, { params: { id } }, { maxAgeSeconds: 0 });
  if (error?.code === 'not_found')
    return (
      <StaffFrame title="イベント">
        <EmptyState
          title="このイベントは見つかりません。"
          level={2}
          action={
            <Link className={textLinkClass} to="/staff/events">
              イベントの一覧を見る
            </Link>
          }
        >
          番号が違うか、まだ公開されていません。
        </EmptyState>
      </StaffFrame>
    );
  if (!data)
    return (
      <StaffFrame title="イベント">
        {error ? (
          <ErrorState title="イベントを表示できませんでした。" level={2} onRetry={retry} isRetrying={isRefreshing} />
        ) : (
          <SkeletonRows count={6} isRuled />
        )}
      </StaffFrame>
    );
  return (
    <StaffFrame title={data.event.title} facts={<Facts record={data} />}>
      <p className={shared.facts}>
        <Link className={textLinkClass} to="/staff/events">
          イベントの一覧
        </Link>
        <Link className={textLinkClass} to={`/events/${encodeURIComponent(id)}`}>
          購入者の画面を開く
        </Link>
      </p>
      <div className={shared.parts}>
        <EventTickets record={data} />
        <EventMoney record={data} />
        <EventForBuyers event={data.event} />
        <CancelEvent record={data} />
      </div>
    </StaffFrame>
  );
}

function Facts({ record: { event } }: { record: StaffEventRecord }) {
  const { word, tone } = eventStateOf(event.state);
  return (
    <p className={shared.facts}>
      <Badge tone={tone}>{word}</Badge>
      <time dateTime={event.startAt}>{formatDateTime(event.startAt)}</time>
      <Link className={textLinkClass} to={`/staff/people?${new URLSearchParams({ q: event.organizer.id }).toString()}`}>
        {event.organizer.orgName}
      </Link>
    </p>
  );
}
