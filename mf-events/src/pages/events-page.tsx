import { Link, paths, usePageTitle, useSearchParams } from '@manabiba/shared/platform';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { tabClass, TabNav } from '@manabiba/shared/ui/tabs';

import { PastEvents, UpcomingEvents } from '../features/event-list/event-list';
import styles from './events-page.module.css';

const tabs = [
  { label: '開催予定', query: {} },
  { label: '終了・中止', query: { tab: 'past' } },
] as const;

/** /events: what is to come; with ?tab=past what is over or was called off. */
export function EventsPage() {
  usePageTitle('イベント');
  const isPast = useSearchParams()[0].get('tab') === 'past';
  return (
    <PageBody className={styles.page}>
      <h1>イベント</h1>
      <TabNav label="イベントの期間" className={styles.tabs}>
        {tabs.map(({ label, query }, index) => (
          <Link
            key={label}
            className={tabClass}
            to={paths.events.href({}, query)}
            aria-current={(index === 1) === isPast ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </TabNav>
      <div className={styles.list}>{isPast ? <PastEvents /> : <UpcomingEvents />}</div>
    </PageBody>
  );
}
