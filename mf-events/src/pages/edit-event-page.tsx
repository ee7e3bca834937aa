import type { OrganizedEventDetail } from '@manabiba/shared/contract/event-editing';
import { getOrganizedEvent } from '@manabiba/shared/data/endpoints';
import { formatCount } from '@manabiba/shared/format/count';
import { formatDateTime } from '@manabiba/shared/format/date-time';
import { LazyPart } from '@manabiba/shared/loading/lazy-part';
import {
  Link,
  paths,
  RefusalPage,
  useEndpoint,
  usePageTitle,
  useParams,
  useSearchParams,
} from '@manabiba/shared/platform';
import { buttonClass } from '@manabiba/shared/ui/button';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Icon } from '@manabiba/shared/ui/icon';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { tabClass, TabCount, TabNav } from '@manabiba/shared/ui/tabs';
import { ChevronLeft, ExternalLink } from 'lucide-react';
import { useState } from 'react';

import { OrganizerBadge } from '../core/organizing/organizer-badge';

import styles from './edit-event-page.module.css';

const loadEditor = () => import('../features/event-editor/event-editor').then(({ EventEditor }) => EventEditor);
const loadOverview = () => import('../features/event-run/overview').then(({ Overview }) => Overview);
const loadDiscountCodes = () =>
  import('../features/discount-codes/discount-codes').then(({ DiscountCodes }) => DiscountCodes);
const loadMessages = () => import('../features/event-run/messages').then(({ Messages }) => Messages);
const loadParticipants = () => import('../features/event-run/participants').then(({ Participants }) => Participants);

type Tab = 'overview' | 'participants' | 'messages' | 'discounts' | 'edit';
const OVER: readonly OrganizedEventDetail['state'][] = ['ended', 'archived', 'cancelled'];

/**
 * /events/{id}/edit: the organizer's management page of an event. A draft shows only the editor; later ?tab= selects
 * the section.
 */
export function EditEventPage() {
  const { id = '' } = useParams();
  const { data, error, retry } = useEndpoint(getOrganizedEvent, { params: { id } }, { maxAgeSeconds: 0 });
  usePageTitle(data ? `${data.title}の管理` : 'イベントの編集');
  if (!data && error) return <RefusalPage error={error} onRetry={retry} />;
  return (
    <PageBody className={styles.page}>
      <Link className={styles.crumb} to={paths.organizedEvents.href()}>
        <Icon icon={ChevronLeft} size={16} />
        イベントの管理
      </Link>
      {data ? <Loaded key={data.id} event={data} onStale={retry} /> : <SkeletonRows count={8} />}
    </PageBody>
  );
}

const tabOf = (text: string | null, { state }: OrganizedEventDetail): Tab => {
  if (state === 'draft') return 'edit';
  if (text === 'participants' || text === 'messages' || text === 'discounts') return text;
  return text === 'edit' && !OVER.includes(state) ? 'edit' : 'overview';
};

function Loaded({ event, onStale }: { event: OrganizedEventDetail; onStale: () => void }) {
  const tab = tabOf(useSearchParams()[0].get('tab'), event);
  const canEdit = !OVER.includes(event.state);
  const [hasEditor, setHasEditor] = useState(tab === 'edit');
  if (tab === 'edit' && !hasEditor) setHasEditor(true);
  const part = { fallback: <SkeletonRows count={8} />, failure };
  return (
    <>
      <Head event={event} />
      {event.state === 'cancelled' && event.cancelReason && (
        <p className={styles.reason}>中止の理由: {event.cancelReason}</p>
      )}
      {event.state !== 'draft' && <Tabs event={event} tab={tab} canEdit={canEdit} />}
      {tab === 'overview' && <LazyPart load={loadOverview} props={{ event }} {...part} />}
      {tab === 'participants' && <LazyPart load={loadParticipants} props={{ event }} {...part} />}
      {tab === 'messages' && <LazyPart load={loadMessages} props={{ event }} {...part} />}
      {tab === 'discounts' && <LazyPart load={loadDiscountCodes} props={{ event }} {...part} />}
      {hasEditor && canEdit && (
        // Stays mounted while another tab is shown, so that unsaved input is kept.
        <div hidden={tab !== 'edit'}>
          <LazyPart load={loadEditor} props={{ event, onStale }} {...part} />
        </div>
      )}
    </>
  );
}

const failure = (retry: () => void) => (
  <ErrorState title="この画面を表示できませんでした。" onRetry={retry} level={2} />
);

function Head({ event }: { event: OrganizedEventDetail }) {
  const isDraft = event.state === 'draft';
  return (
    <div className={styles.head}>
      <div>
        <h1>{isDraft ? 'イベントの編集' : event.title}</h1>
        <p className={styles.facts}>
          <OrganizerBadge state={event.state} />
          {!isDraft && <span>{formatDateTime(event.startAt)}</span>}
        </p>
      </div>
      {!isDraft && (
        <Link className={buttonClass()} to={paths.event.href({ id: event.id })}>
          <Icon icon={ExternalLink} />
          ページを見る
        </Link>
      )}
    </div>
  );
}

function Tabs({ event, tab, canEdit }: { event: OrganizedEventDetail; tab: Tab; canEdit: boolean }) {
  const link = (name: Tab) => ({
    className: tabClass,
    to: paths.editEvent.href({ id: event.id }, { tab: name === 'overview' ? undefined : name }),
    'aria-current': tab === name ? ('page' as const) : undefined,
  });
  return (
    <TabNav label="イベントの管理" className={styles.tabs}>
      <Link {...link('overview')}>概要</Link>
      <Link {...link('participants')}>
        参加者<TabCount>{formatCount(event.participantCount)}</TabCount>
      </Link>
      <Link {...link('messages')}>メッセージ</Link>
      {event.tickets.some(({ price }) => price > 0) && <Link {...link('discounts')}>割引コード</Link>}
      {canEdit && <Link {...link('edit')}>編集</Link>}
    </TabNav>
  );
}
