import type { SeatProof } from '@manabiba/shared/contract/seat-proof';
import { getSeatProof } from '@manabiba/shared/data/endpoints';
import { formatDateTime } from '@manabiba/shared/format/date-time';
import { useEndpoint } from '@manabiba/shared/platform';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Notice } from '@manabiba/shared/ui/notice';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { Section } from '@manabiba/shared/ui/section';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { CircleCheck } from 'lucide-react';

import styles from './seat-proof.module.css';

/** The api checks once a minute. */
const REFRESH_MS = 60_000;

/** /status/seats: whether any event has sold more seats than it has, according to the last check. */
export function SeatProofPage() {
  const { data, error, retry } = useEndpoint(getSeatProof, {}, { maxAgeSeconds: 0, refreshIntervalMs: REFRESH_MS });
  return (
    <PageBody className={styles.page}>
      <h1>お席の販売数の検査</h1>
      <p className={styles.words}>
        イベントのお席が、決められた数より多く販売されていないことを、1分ごとに数え直して確かめています。結果はどなたでもご覧いただけます。
      </p>
      {data ? (
        <Proof proof={data} />
      ) : error ? (
        <ErrorState title="検査の結果を表示できませんでした。" hint={error.message} level={2} onRetry={retry} />
      ) : (
        <SkeletonRows count={3} />
      )}
      {/* Not before what stands above it: it would move. */}
      {(data ?? error) && <Method />}
    </PageBody>
  );
}

const Method = () => (
  <Section title="検査の方法">
    <ul className={styles.method}>
      <li>すべてのチケットについて、確定したお席と、お支払いや繰り上げのために確保しているお席を数えます。</li>
      <li>数えた席数が、販売のときに使う数と同じであること、合計が定員を超えないことを確かめます。</li>
      <li>ひとつでも合わないときは、この画面に残します。直したあとも消しません。</li>
    </ul>
  </Section>
);

function Proof({ proof }: { proof: SeatProof }) {
  if (proof.checkedAt === null)
    return (
      <EmptyState title="まだ検査していません。" level={2}>
        1分以内に、最初の結果が表示されます。
      </EmptyState>
    );
  return (
    <>
      <div role="status">
        {proof.violations === 0 ? (
          <Notice tone="ok" icon={CircleCheck}>
            定員を超えて販売されたお席はありません。
          </Notice>
        ) : (
          <Notice tone="error">{proof.violations}件のチケットで、お席の数が合っていません。確認しています。</Notice>
        )}
      </div>
      <dl className={styles.facts}>
        <Fact name="最後の検査" value={formatDateTime(proof.checkedAt)} />
        <Fact name="検査したチケット" value={`${proof.ticketTypes.toLocaleString('ja-JP')}種類`} />
        <Fact name="確定・確保しているお席" value={`${proof.seats.toLocaleString('ja-JP')}席`} />
        <Fact name="合わないチケット" value={`${proof.violations.toLocaleString('ja-JP')}件`} />
        <Fact name="すべて合っている期間" value={proof.since ? `${formatDateTime(proof.since)}から` : 'ありません'} />
      </dl>
      <Section title="これまでに見つかったもの">
        {proof.history.length === 0 ? (
          <p className={styles.words}>見つかったものはありません。</p>
        ) : (
          <ul className={styles.history}>
            {proof.history.map((found) => (
              <Found key={found.foundAt} found={found} />
            ))}
          </ul>
        )}
      </Section>
    </>
  );
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

function Found({ found: { foundAt, resolvedAt, quota, stored, counted } }: { found: SeatProof['history'][number] }) {
  return (
    <li>
      <strong>{formatDateTime(foundAt)}</strong>
      {resolvedAt ? `(${formatDateTime(resolvedAt)}に解消)` : '(確認しています)'}
      <br />
      定員{quota === null ? 'なし' : `${quota}席`}、記録は確定{stored.sold}席と確保{stored.held}席、数えた結果は確定
      {counted.sold}席と確保{counted.held}席
    </li>
  );
}
