import { LazyPart } from '@manabiba/shared/loading/lazy-part';
import { SharePage } from '@manabiba/shared/people/share-page';
import {
  isSignedIn,
  Link,
  paths,
  Slot,
  useConfig,
  useMe,
  useNavigate,
  usePageTitle,
  useSearchParams,
} from '@manabiba/shared/platform';
import { buttonClass } from '@manabiba/shared/ui/button';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Icon } from '@manabiba/shared/ui/icon';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { segmentClass, Segmented } from '@manabiba/shared/ui/segmented';
import { tabClass, TabNav } from '@manabiba/shared/ui/tabs';
import { Calendar, List, Plus } from 'lucide-react';

import { eventsQuery, type EventsView, readEventsView } from '../core/events-view';
import { SubscribeButton } from '../features/calendar-feed/subscribe-button';
import { EventChips } from '../features/event-list/event-chips';
import { PastEvents, UpcomingEvents } from '../features/event-list/event-list';
import { MonthSkeleton } from '../features/event-month/month-skeleton';

import styles from './events-page.module.css';

const loadMonth = () => import('../features/event-month/month-view').then(({ MonthView }) => MonthView);

/** /events: upcoming events as a list or by month; with ?tab=past, ended and cancelled events. */
export function EventsPage() {
  usePageTitle('イベント');
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const isPerson = isSignedIn(useMe());
  const view = readEventsView(search, { isSignedIn: isPerson });
  const hrefOf = (changes: Partial<EventsView>) => paths.events.href({}, eventsQuery({ ...view, ...changes }));
  const show = (changes: Partial<EventsView>, { replace = false } = {}) =>
    void navigate(hrefOf(changes), { replace, preventScrollReset: true });
  const reset = () => show({ kind: undefined, categoryId: undefined });
  const isPast = view.shown === 'past';

  return (
    <PageBody className={styles.page}>
      <div className={styles.head}>
        <h1>イベント</h1>
        <div className={styles.tools}>
          <OrganizeLink />
          <SharePage path={paths.events.href()} title="イベント" />
          {!isPast && <ViewSwitch shown={view.shown} hrefOf={hrefOf} />}
        </div>
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
          props={{
            filter: view,
            date: view.date,
            onShow: (date, options) => show({ date }, options),
            onReset: reset,
            tools: isPerson && <SubscribeButton />,
          }}
          fallback={<MonthSkeleton />}
          failure={(retry) => <ErrorState title="カレンダーを表示できませんでした。" onRetry={retry} level={2} />}
        />
      ) : (
        <div className={styles.list}>{isPast ? <PastEvents /> : <UpcomingEvents filter={view} onReset={reset} />}</div>
      )}
      {isPast && (
        <div className={styles.archives}>
          <Slot name="event-archives" label="イベントのアーカイブ" />
        </div>
      )}
    </PageBody>
  );
}

/** Link to the organizer's own events, for professionals. */
function OrganizeLink() {
  const me = useMe();
  const isClosed = useConfig().closure.mode === 'readonly';
  if (!isSignedIn(me) || !me.isProfessional) return null;
  const to = isClosed ? paths.organizedEvents.href() : paths.organizedEvents.href({}, { create: 1 });
  return (
    <Link className={buttonClass({ size: 'small' })} to={to}>
      <Icon icon={isClosed ? List : Plus} size={16} />
      {isClosed ? 'イベントの管理' : 'イベントをつくる'}
    </Link>
  );
}

interface ViewSwitchProps {
  shown: EventsView['shown'];
  hrefOf: (changes: Partial<EventsView>) => string;
}

/** Switches between month view and list. */
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
