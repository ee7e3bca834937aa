import { listMyEvents } from '@manabiba/shared/data/endpoints';
import { Link, paths, useEndpointPages, useServerNow } from '@manabiba/shared/platform';
import { buttonClass } from '@manabiba/shared/ui/button';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { PagedList } from '@manabiba/shared/ui/paged-list';
import { SkeletonTimetable } from '@manabiba/shared/ui/skeleton-timetable';
import { millisecondsInMinute } from 'date-fns/constants';

import { hasSeat } from '../../core/participation/participation-status';
import { CurrentTicket } from './current-ticket';
import { isOwn, type OwnEvent } from './ticket-facts';
import { TicketRow } from './ticket-row';
import type { TicketTab } from './ticket-tabs';

import styles from './tickets.module.css';

/** How long before entry opens a ticket is featured above the others. */
const SOON_MS = 30 * millisecondsInMinute;

export type TicketPages = ReturnType<typeof useTickets>;

/** The tickets of one tab, with the counts of all tabs. */
export function useTickets(tab: TicketTab) {
  const list = useEndpointPages(listMyEvents, { query: tab === 'upcoming' ? {} : { state: tab } });
  return { ...list, items: list.items.filter(isOwn), counts: list.pages[0]?.counts };
}

const empty: Record<TicketTab, { title: string; why: string }> = {
  upcoming: { title: 'チケットはありません。', why: 'イベントに申し込むと、参加の入口がここに並びます。' },
  past: { title: '参加したイベントはまだありません。', why: 'イベントが終わると、ここに並びます。' },
  archive: { title: '視聴チケットはありません。', why: '購入したアーカイブが、ここに並びます。' },
  refunded: { title: '取り消したお申し込みはありません。', why: '返金の進み具合がここに並びます。' },
};

/** The ticket list of one tab; among the upcoming ones, the ticket that opens now is featured at the top. */
export function TicketList({ tab, list }: { tab: TicketTab; list: TicketPages }) {
  const now = useServerNow(millisecondsInMinute).getTime();
  const isSoon = (event: OwnEvent) =>
    hasSeat(event.myParticipation) && now >= Date.parse(event.entryOpenAt) - SOON_MS && now < Date.parse(event.endAt);
  const { title, why } = empty[tab];
  const isFailed = list.pages.length === 0 && list.error !== undefined;
  return (
    <div className={isFailed ? styles.apart : undefined}>
      <PagedList
        list={list}
        name="チケット"
        level={2}
        skeleton={
          <div className={styles.apart}>
            <SkeletonTimetable count={4} />
          </div>
        }
        empty={
          <div className={styles.apart}>
            <EmptyState
              title={title}
              level={2}
              action={
                tab !== 'refunded' && (
                  <Link className={buttonClass()} to={paths.events.href()}>
                    イベントをさがす
                  </Link>
                )
              }
            >
              {why}
            </EmptyState>
          </div>
        }
      >
        {(events) => {
          const current = tab === 'upcoming' ? events.filter(isSoon) : [];
          const others = events.filter((event) => !current.includes(event));
          return (
            <>
              {current.map((event) => (
                <CurrentTicket key={event.id} event={event} onDue={list.retry} />
              ))}
              <ul className={styles.tickets}>
                {others.map((event) => (
                  <TicketRow key={event.id} event={event} onSettled={list.retry} />
                ))}
              </ul>
            </>
          );
        }}
      </PagedList>
    </div>
  );
}
