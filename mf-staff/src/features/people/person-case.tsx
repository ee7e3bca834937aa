import type { PersonRecord } from '@manabiba/shared/contract/staff-people';
import { getPersonRecord } from '@manabiba/shared/data/endpoints';
import { formatDate, formatDateTime } from '@manabiba/shared/format/date-time';
import { Link, useEndpoint } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { lazy, Suspense } from 'react';

import { toneOfState, wordOfState } from '../../core/account-states';
import { wordOfAction } from '../../core/action-words';
import { AbsentCase } from '../../core/work-queue/absent-case';
import { CaseFactList, CaseName, WorkCase } from '../../core/work-queue/work-queue';
import { PersonActions } from './person-actions';
import { wordOfTicket } from './ticket-words';

import styles from './people.module.css';

const PersonNotifications = lazy(() =>
  import('./person-notifications').then((module) => ({ default: module.PersonNotifications })),
);
const PersonMails = lazy(() => import('./person-mails').then((module) => ({ default: module.PersonMails })));

/** The data of one user, and the actions on them. */
export function PersonCase({ userId }: { userId: string }) {
  const call = useEndpoint(getPersonRecord, { params: { userId } }, { maxAgeSeconds: 0 });
  const { data, error } = call;
  if (!data || error?.code === 'not_found')
    return (
      <AbsentCase
        call={call}
        gone={{ title: 'この方は見つかりません。', words: 'アカウントが削除されたか、番号が違います。' }}
        failure="この方を表示できませんでした。"
      />
    );
  return (
    <WorkCase>
      <CaseName>{data.nickname}</CaseName>
      <p className={styles.meta}>
        <code>{data.userId}</code>
        <span>{data.age}歳</span>
        <span>フォロワー {data.followerCount}人</span>
      </p>
      <CaseFactList facts={factsOf(data)} />
      <Tickets tickets={data.tickets} />
      <History history={data.history} />
      <Suspense fallback={<SkeletonRows count={4} />}>
        <PersonNotifications userId={data.userId} />
        <PersonMails person={data} />
        <PersonActions person={data} />
      </Suspense>
    </WorkCase>
  );
}

function factsOf(person: PersonRecord) {
  const { state, suspendReason, email, guardian, school, planUntil, sessionCount, room, reports, createdAt } = person;
  return [
    [
      '状態',
      <>
        <Badge tone={toneOfState(state)}>{wordOfState(state)}</Badge>{' '}
        {state === 'suspended' && <span>{suspendReason}</span>}
      </>,
    ],
    ['メールアドレス', email ?? 'なし'],
    ...(school === null ? [] : [['学校', school] as const]),
    ...(guardian === null
      ? []
      : [
          [
            '保護者',
            `${guardian.email}(${guardian.consentedAt === null ? '同意を待っています' : `${formatDate(guardian.consentedAt)}に同意`})`,
          ] as const,
        ]),
    ['プラン', planUntil === null ? 'なし' : `${formatDate(planUntil)}まで`],
    ['ログイン中の端末', `${sessionCount}台`],
    ['いまいる教室', room ? <Link to={`/classrooms/${room.id}`}>{room.name}</Link> : 'なし'],
    ['通報', `受けた ${reports.received}件(対応 ${reports.upheld}件)、した ${reports.made}件`],
    ['登録', formatDateTime(createdAt)],
  ] as const;
}

function Tickets({ tickets }: Pick<PersonRecord, 'tickets'>) {
  if (tickets.length === 0) return null;
  return (
    <section className={styles.list}>
      <h3>最近のチケット</h3>
      <ol>
        {tickets.map(({ title, state, amount, at }) => (
          <li key={`${title} ${at}`}>
            <time dateTime={at}>{formatDateTime(at)}</time>
            <span>
              {title} {amount.toLocaleString('ja-JP')}円({wordOfTicket(state)})
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function History({ history }: Pick<PersonRecord, 'history'>) {
  if (history.length === 0) return null;
  return (
    <section className={styles.list}>
      <h3>スタッフの操作</h3>
      <ol>
        {history.map(({ id, at, who, action, detail }) => (
          <li key={id}>
            <time dateTime={at}>{formatDateTime(at)}</time>
            <span>
              {who}が{wordOfAction(action)}
              {detail !== '' && action !== 'view-document' && <span>{`: ${detail}`}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
