import { Badge, LivePill } from '@manabiba/shared/ui/badge';
import { Button } from '@manabiba/shared/ui/button';
import { Countdown } from '@manabiba/shared/ui/countdown';
import { DateTime } from '@manabiba/shared/ui/date-time';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Icon } from '@manabiba/shared/ui/icon';
import { LoadMore } from '@manabiba/shared/ui/load-more';
import { Notice } from '@manabiba/shared/ui/notice';
import { Panel } from '@manabiba/shared/ui/panel';
import { Price } from '@manabiba/shared/ui/price';
import { Prose } from '@manabiba/shared/ui/prose';
import { Section } from '@manabiba/shared/ui/section';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { SkeletonCards, SkeletonLive } from '@manabiba/shared/ui/skeleton-cards';
import { SkeletonDetail } from '@manabiba/shared/ui/skeleton-detail';
import { SkeletonProfile } from '@manabiba/shared/ui/skeleton-profile';
import { SkeletonTimetable } from '@manabiba/shared/ui/skeleton-timetable';
import { Spinner } from '@manabiba/shared/ui/spinner';
import { TextLink } from '@manabiba/shared/ui/text-link';
import { Toast } from '@manabiba/shared/ui/toast';
import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import { CircleCheck, Mic, WifiOff } from 'lucide-react';

import { Columns, Row, Specimen } from './specimen';

import styles from './specimen.module.css';

/** Feedback about a list or a call: loading, empty, error, success. */
export function StateSpecimens() {
  return (
    <>
      <NoticeSpecimen />
      <Specimen title="EmptyState、ErrorState、Spinner">
        <Columns>
          <EmptyState title="アーカイブはまだありません。" action={<Button>教室をつくる</Button>}>
            録画した教室は、終了後にここへ並びます。
          </EmptyState>
          <EmptyState title="お知らせはありません。" drawing="bell">
            予約した教室は、教室の一覧でご確認ください。
          </EmptyState>
          <div className={styles.center}>
            <Spinner size={32} label="読み込み中" />
          </div>
        </Columns>
        <ErrorState title="教室を表示できませんでした。" onRetry={() => undefined} />
      </Specimen>
      <Specimen title="Skeleton">
        <SkeletonLive />
        <SkeletonCards count={4} columns={4} />
        <SkeletonTimetable count={4} columns={2} />
        <SkeletonRows count={2} isRuled />
        <SkeletonProfile />
        <SkeletonDetail />
      </Specimen>
      <Specimen title="Price、DateTime、Countdown">
        <FactSpecimens />
      </Specimen>
      <Specimen title="Section、Prose、LoadMore">
        <Section title="まもなく始まる教室" count="3件">
          <Prose>
            <p>教科書では数行で通りすぎる60年を、白地図に手で書き込みながらたどります。</p>
            <ul>
              <li>印刷した白地図</li>
              <li>色鉛筆3本</li>
            </ul>
          </Prose>
        </Section>
        <LoadMore hasMore isLoading={false} onLoadMore={() => undefined} />
      </Specimen>
      <Specimen title="ステージ(常に暗い地)">
        <div data-theme="dark" className={styles.stage}>
          <LivePill />
          <Button icon={<Icon icon={Mic} />}>マイクをオン</Button>
          <Button variant="ghost">手を挙げる</Button>
          <Button variant="danger">終了する</Button>
          <Badge tone="warn">残り5分</Badge>
        </div>
      </Specimen>
    </>
  );
}

function NoticeSpecimen() {
  return (
    <Specimen title="Notice、Toast">
      <Notice>お席を15分間確保しました。</Notice>
      <Notice tone="ok">接続が回復しました。</Notice>
      <Notice tone="warn" action={<TextLink href="#">カード情報を確認する</TextLink>}>
        カードでのお支払いを確認できませんでした。
      </Notice>
      <Notice tone="error">カード会社で承認されませんでした。別のカードをお試しください。</Notice>
      <Notice
        tone="offline"
        icon={WifiOff}
        action={
          <>
            <Spinner />
            再接続しています…
          </>
        }
      >
        インターネットに正しく接続できていない可能性があります。接続が回復するまで、オフラインモードで動作します。
      </Notice>
      <Row>
        <Toast icon={<Icon icon={CircleCheck} />}>教室を作成しました。</Toast>
      </Row>
    </Specimen>
  );
}

function FactSpecimens() {
  return (
    <Columns>
      <dl className={styles.facts}>
        <dt>有料</dt>
        <dd>
          <Price amount={1500} />
        </dd>
        <dt>無料</dt>
        <dd>
          <Price amount={0} />
        </dd>
        <dt>日時</dt>
        <dd>
          <DateTime value="2026-11-21T13:45:00+09:00" style="zoned" />
        </dd>
        <dt>日</dt>
        <dd>
          <DateTime value="2026-11-21T13:45:00+09:00" style="day" />
        </dd>
        <dt>コメント</dt>
        <dd>
          <DateTime value="2026-11-21T13:45:00+09:00" style="moment" />
        </dd>
        <dt>時刻</dt>
        <dd>
          <DateTime value="2026-11-21T13:45:00+09:00" style="time" />
        </dd>
      </dl>
      <Panel>
        <Countdown remainingMs={2 * millisecondsInDay + 3 * millisecondsInHour} />
      </Panel>
      <Panel>
        <Countdown remainingMs={3_723_000} />
      </Panel>
    </Columns>
  );
}
