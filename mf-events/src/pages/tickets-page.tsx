import { LazyPart } from '@manabiba/shared/loading/lazy-part';
import { usePageTitle, useSearchParams } from '@manabiba/shared/platform';
import { PageBody } from '@manabiba/shared/ui/page-body';

import { loadGivenSeats } from '../features/tickets/give-button';
import { TicketList, useTickets } from '../features/tickets/ticket-list';
import { readTicketTab, TicketTabs } from '../features/tickets/ticket-tabs';

import styles from './tickets-page.module.css';

/** /tickets: the user's tickets by ?tab=: upcoming, past, cancelled and refunded. */
export function TicketsPage() {
  usePageTitle('チケット');
  const tab = readTicketTab(useSearchParams()[0].get('tab'));
  const list = useTickets(tab);
  return (
    <PageBody className={styles.page}>
      <h1>チケット</h1>
      <TicketTabs selected={tab} counts={list.counts} className={styles.tabs} />
      <TicketList key={tab} tab={tab} list={list} />
      {tab === 'upcoming' && <LazyPart load={loadGivenSeats} props={{}} />}
    </PageBody>
  );
}
