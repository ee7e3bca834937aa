import type { OrganizedEventDetail } from '@manabiba/shared/contract/event-editing';
import { mayInEvent, rolesInWords } from '@manabiba/shared/contract/team-rights';
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
import { Badge } from '@manabiba/shared/ui/badge';
import { buttonClass } from '@manabiba/shared/ui/button';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { GuardPanel } from '@manabiba/shared/ui/guard-panel';
import { Icon } from '@manabiba/shared/ui/icon';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { tabClass, TabCount, TabNav } from '@manabiba/shared/ui/tabs';
import { ChevronLeft, ExternalLink, Lock } from 'lucide-react';
import { useState } from 'react';

import { OrganizerBadge } from '../core/organizing/organizer-badge';

import styles from './edit-event-page.module.css';

const loadEditor = () => import('../features/event-editor/event-editor').then(({ EventEditor }) => EventEditor);
// One chunk for all tabs: the name of each further one is part of every page of this remote.
const loadOverview = () =>
  import(/* webpackChunkName: "event-tabs" */ '../features/event-run/overview').then(({ Overview }) => Overview);
const loadDiscountCodes = () =>
  import(/* webpackChunkName: "event-tabs" */ '../features/discount-codes/discount-codes').then(
    ({ DiscountCodes }) => DiscountCodes,
  );
const loadTeam = () =>
  import(/* webpackChunkName: "event-tabs" */ '../features/event-team/event-team').then(({ EventTeam }) => EventTeam);
const loadMessages = () =>
  import(/* webpackChunkName: "event-tabs" */ '../features/event-run/messages').then(({ Messages }) => Messages);
const loadParticipants = () =>
  import(/* webpackChunkName: "event-tabs" */ '../features/event-run/participants').then(
    ({ Participants }) => Participants,
  );

type Tab = 'overview' | 'participants' | 'messages' | 'discounts' | 'edit' | 'team';
const OVER: readonly OrganizedEventDetail['state'][] = ['ended', 'archived', 'cancelled'];

/** How often a member's page asks whether they still are one, in milliseconds. */
const MEMBER_POLL_MS = 10_000;

/**
 * /events/{id}/edit: the management page of an event, for its organizer and team. ?tab= selects one of the sections
 * that the viewer's roles allow; a draft has only the editor and the team.
 */
export function EditEventPage() {
  const { id = '' } = useParams();
  const { data, error, retry } = useEndpoint(getOrganizedEvent, { params: { id } }, { maxAgeSeconds: 0 });
  const isMember = data !== undefined && !data.myAccess.isOwner;
  useEndpoint(getOrganizedEvent, isMember ? { params: { id } } : null, { refreshIntervalMs: MEMBER_POLL_MS });
  usePageTitle(data ? `${data.title}の管理` : 'イベントの編集');
  if (!data && error) return <RefusalPage error={error} onRetry={retry} />;
  if (isMember && error?.code === 'not_found') return <NoLongerMember />;
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

function NoLongerMember() {
  const actions = (
    <Link className={buttonClass({ variant: 'primary' })} to={paths.organizedEvents.href()}>
      イベントの管理を開く
    </Link>
  );
  return (
    <GuardPanel sign={Lock} title="このイベントの運営メンバーから外れました。" actions={actions}>
      このイベントの管理は、できなくなりました。お心あたりのないときは、主催者にお問い合わせください。
    </GuardPanel>
  );
}

/** Returns the sections of an event that the viewer may see, in order. */
function tabsOf({ state, myAccess, tickets }: OrganizedEventDetail): Tab[] {
  const isDraft = state === 'draft';
  const isShown: Record<Tab, boolean> = {
    overview: !isDraft && mayInEvent(myAccess, 'readSales'),
    participants: !isDraft && mayInEvent(myAccess, 'readParticipants'),
    messages: !isDraft && mayInEvent(myAccess, 'edit'),
    discounts: !isDraft && tickets.some(({ price }) => price > 0) && mayInEvent(myAccess, 'own'),
    edit: !OVER.includes(state) && mayInEvent(myAccess, 'edit'),
    team: true,
  };
  return (Object.keys(isShown) as Tab[]).filter((tab) => isShown[tab]);
}

function Loaded({ event, onStale }: { event: OrganizedEventDetail; onStale: () => void }) {
  const tabs = tabsOf(event);
  const wanted = useSearchParams()[0].get('tab');
  const tab = tabs.find((name) => name === wanted) ?? tabs[0] ?? 'team';
  const [opened, setOpened] = useState<readonly Tab[]>([tab]);
  if (!opened.includes(tab)) setOpened([...opened, tab]);
  const part = { fallback: <SkeletonRows count={8} />, failure };
  return (
    <>
      <Head event={event} />
      {event.state === 'cancelled' && event.cancelReason && (
        <p className={styles.reason}>中止の理由: {event.cancelReason}</p>
      )}
      <Tabs event={event} tabs={tabs} tab={tab} />
      {tab === 'overview' && <LazyPart load={loadOverview} props={{ event }} {...part} />}
      {tab === 'participants' && <LazyPart load={loadParticipants} props={{ event }} {...part} />}
      {tab === 'discounts' && <LazyPart load={loadDiscountCodes} props={{ event }} {...part} />}
      {tab === 'team' && <LazyPart load={loadTeam} props={{ event, isOver: OVER.includes(event.state) }} {...part} />}
      {/* These stay mounted while another tab is shown, so that unsaved input is kept. */}
      {opened.includes('messages') && tabs.includes('messages') && (
        <div hidden={tab !== 'messages'}>
          <LazyPart load={loadMessages} props={{ event }} {...part} />
        </div>
      )}
      {opened.includes('edit') && tabs.includes('edit') && (
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
          {!event.myAccess.isOwner && <Badge tone="line">{rolesInWords(event.myAccess.roles)}</Badge>}
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

const tabNames: Readonly<Record<Tab, string>> = {
  overview: '概要',
  participants: '参加者',
  messages: 'メッセージ',
  discounts: '割引コード',
  edit: '編集',
  team: '運営メンバー',
};

function Tabs({ event, tabs, tab }: { event: OrganizedEventDetail; tabs: readonly Tab[]; tab: Tab }) {
  return (
    <TabNav label="イベントの管理" className={styles.tabs}>
      {tabs.map((name) => (
        <Link
          key={name}
          className={tabClass}
          to={paths.editEvent.href({ id: event.id }, { tab: name === 'overview' ? undefined : name })}
          aria-current={tab === name ? 'page' : undefined}
        >
          {tabNames[name]}
          {name === 'participants' && <TabCount>{formatCount(event.participantCount)}</TabCount>}
        </Link>
      ))}
    </TabNav>
  );
}
