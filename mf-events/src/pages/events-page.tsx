import { LazyPart } from '@manabiba/shared/loading/lazy-part';
import { isSignedIn, Link, paths, useMe, useNavigate, usePageTitle, useSearchParams } from '@manabiba/shared/platform';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Icon } from '@manabiba/shared/ui/icon';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { segmentClass, Segmented } from '@manabiba/shared/ui/segmented';
import { tabClass, TabNav } from '@manabiba/shared/ui/tabs';
import { Calendar, List } from 'lucide-react';

import { eventsQuery, type EventsView, readEventsView } from '../core/events-view';
import { EventChips } from '../features/event-list/event-chips';
import { PastEvents, UpcomingEvents } from '../features/event-list/event-list';
import { MonthSkeleton } from '../features/event-month/month-skeleton';
import styles from './events-page.module.css';

const loadMonth = () => import('../features/event-month/month-view').then(({ MonthView }) => MonthView);

/** /events: what is to come, as a list or by the month; with ?tab=past what is over or was called off. */
export function EventsPage() {
  usePageTitle('イベント');
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const view = readEventsView(search, { isSignedIn: isSignedIn(useMe()) });
  const hrefOf = (changes: Partial<EventsView>) => paths.events.href({}, eventsQuery({ ...view, ...changes }));
  const show = (changes: Partial<EventsView>, { replace = false } = {}) =>
    void navigate(hrefOf(changes), { replace, preventScrollReset: true });
  const reset = () => show({ kind: undefined, categoryId: undefined });
  const isPast = view.shown === 'past';

  return (
    <PageBody className={styles.page}>
      <div className={styles.head}>
        <h1>イベント</h1>
        {!isPast && <ViewSwitch shown={view.shown} hrefOf={hrefOf} />}
      </div>
      <TabNav label="イベントの期間" className={styles.tabs}>
        <Link className={tabClass} to={hrefOf({ shown: 'list' })} aria-current={isPast ? undefined : 'page'}>
          開催予定
        </Link>
        <Link className={tabClass} to={hrefOf({ shown: 'past' })} aria-current={isPast ? 'page' : undefined}>
          終了・中止
        </Link>
      </TabNav>
      {!isPast && <EventChips filter={view} onChange={(filter) => show(filter)} />}
      {view.shown === 'month' ? (
        <LazyPart
          load={loadMonth}
          props={{ filter: view, date: view.date, onShow: (date, options) => show({ date }, options), onReset: reset }}
          fallback={<MonthSkeleton />}
          failure={(retry) => <ErrorState title="カレンダーを表示できませんでした。" onRetry={retry} level={2} />}
        />
      ) : (
        <div className={styles.list}>{isPast ? <PastEvents /> : <UpcomingEvents filter={view} onReset={reset} />}</div>
      )}
    </PageBody>
  );
}

interface ViewSwitchProps {
  shown: EventsView['shown'];
  hrefOf: (changes: Partial<EventsView>) => string;
}

/** By the month, or as a list. */
function ViewSwitch({ shown, hrefOf }: ViewSwitchProps) {
  const link = (name: 'month' | 'list') => ({
    className: segmentClass,
    to: hrefOf({ shown: name }),
    'aria-current': shown === name ? ('true' as const) : undefined,
  });
  return (
    <Segmented label="見かた">
      <Link {...link('month')}>
        <Icon icon={Calendar} size={16} />月
      </Link>
      <Link {...link('list')}>
        <Icon icon={List} size={16} />
        一覧
      </Link>
    </Segmented>
  );
}
