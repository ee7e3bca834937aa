import type { Report } from '@manabiba/shared/contract/staff-reports';
import { getReport } from '@manabiba/shared/data/endpoints';
import { formatDateTime } from '@manabiba/shared/format/date-time';
import { Link, useEndpoint } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { buttonClass } from '@manabiba/shared/ui/button';

import { wordOfState } from '../../core/account-states';
import { AbsentCase } from '../../core/work-queue/absent-case';
import { CaseFactList, CaseName, WorkCase } from '../../core/work-queue/work-queue';
import { DecideReport } from './decide-report';
import { Evidence } from './evidence';
import { decisionWords, placeOf, wordOfReason } from './report-words';

import styles from './reports.module.css';

/** One report: who it is about, the evidence, the decision. */
export function ReportCase({ id, onDecided }: { id: string; onDecided: () => void }) {
  const call = useEndpoint(getReport, { params: { id } }, { maxAgeSeconds: 0 });
  const { data, error, retry } = call;
  if (!data || error?.code === 'not_found')
    return (
      <AbsentCase
        call={call}
        gone={{
          title: 'この通報はありません。',
          words: 'アカウントの削除で消えたか、アドレスが違います。',
          action: (
            <Link className={buttonClass()} to="/staff/reports">
              通報の一覧を見る
            </Link>
          ),
        }}
        failure="通報を表示できませんでした。"
      />
    );
  return (
    <WorkCase>
      <CaseName>{data.subject?.nickname ?? 'アカウントのない方'}</CaseName>
      <p className={styles.meta}>
        <Badge tone="live">{wordOfReason(data.reason)}</Badge>
        {data.hasMinor && <Badge tone="live">未成年</Badge>}
        <span>{placeOf(data)}</span>
        <time dateTime={data.createdAt}>{formatDateTime(data.createdAt)}</time>
        <span>通報した人 {data.reporter?.nickname ?? 'ログインしていない方'}</span>
      </p>
      {data.detail !== '' && <blockquote className={styles.detail}>{data.detail}</blockquote>}
      <Evidence report={data} />
      {data.record && <CaseFactList facts={factsOf(data.record)} />}
      {data.decision ? (
        <p className={styles.decided}>
          {formatDateTime(data.decision.at)}に対応しました({decisionWords[data.decision.decision].label})。
        </p>
      ) : (
        <DecideReport report={data} onDecided={onDecided} onStale={retry} />
      )}
    </WorkCase>
  );
}

const factsOf = ({ state, age, receivedCount, upheldCount, warnedCount }: NonNullable<Report['record']>) =>
  [
    ['状態', wordOfState(state)],
    ['年齢', `${age}歳`],
    ['これまでの通報', `受けた ${receivedCount}件、対応した ${upheldCount}件`],
    ['警告', `${warnedCount}回`],
  ] as const;
