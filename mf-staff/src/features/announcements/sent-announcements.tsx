import type { SentAnnouncement } from '@manabiba/shared/contract/announcements';
import { listAnnouncements, stopAnnouncement } from '@manabiba/shared/data/endpoints';
import { formatDateTime } from '@manabiba/shared/format/date-time';
import { useEndpoint, useEndpointMutation } from '@manabiba/shared/platform';
import { Badge, type BadgeTone } from '@manabiba/shared/ui/badge';
import { Button } from '@manabiba/shared/ui/button';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { useState } from 'react';

import { wordOfAudience } from '../../core/audience-words';
import { LateConfirmDialog } from '../../core/late-confirm-dialog';
import { StaffTable } from '../../core/staff-table';
import { useDialogCall } from '../../core/use-dialog-call';

import styles from './announcements.module.css';

/** Interval at which the sending progress is read, in milliseconds. */
const PROGRESS_MS = 5000;

const states: Readonly<Record<SentAnnouncement['state'], { word: string; tone: BadgeTone }>> = {
  scheduled: { word: '予約', tone: 'action' },
  sending: { word: '送信中', tone: 'warn' },
  sent: { word: '送信済み', tone: 'ok' },
  stopped: { word: '停止', tone: 'plain' },
  expired: { word: '期限切れ', tone: 'live' },
};
const columns = ['送る日時', '題名', '届ける人', '届いた人', '状態'] as const;

/** Announcements that are scheduled or were sent, with a way to stop those that are not done. */
export function SentAnnouncements() {
  const [isSending, setIsSending] = useState(false);
  const { data, error, isRefreshing, retry } = useEndpoint(
    listAnnouncements,
    {},
    { maxAgeSeconds: 0, refreshIntervalMs: isSending ? PROGRESS_MS : 0 },
  );
  const [stopping, setStopping] = useState<SentAnnouncement | null>(null);
  const isAnySending = data?.items.some(({ state }) => state === 'sending') ?? false;
  if (isAnySending !== isSending) setIsSending(isAnySending);

  return (
    <section className={styles.sent}>
      <h2>送ったお知らせ</h2>
      {!data && error && (
        <ErrorState title="お知らせを表示できませんでした。" onRetry={retry} isRetrying={isRefreshing} />
      )}
      {!data && !error && <SkeletonRows count={3} isRuled />}
      {data?.items.length === 0 && (
        <EmptyState title="送ったお知らせはありません。">
          予約したものと、この30日に送ったものが表示されます。
        </EmptyState>
      )}
      {data && data.items.length > 0 && (
        <StaffTable columns={columns}>
          {data.items.map((item) => (
            <Row key={item.id} item={item} onStop={() => setStopping(item)} />
          ))}
        </StaffTable>
      )}
      {stopping && <StopDialog announcement={stopping} onClose={() => setStopping(null)} />}
    </section>
  );
}

function Row({ item, onStop }: { item: SentAnnouncement; onStop: () => void }) {
  const { dueAt, title, audience, audienceName, toldCount, state } = item;
  const { word, tone } = states[state];
  return (
    <tr>
      <td data-label={columns[0]}>
        <time dateTime={dueAt}>{formatDateTime(dueAt)}</time>
      </td>
      <td data-label={columns[1]}>{title}</td>
      <td data-label={columns[2]}>{audienceName ?? wordOfAudience(audience)}</td>
      <td data-label={columns[3]}>{toldCount.toLocaleString('ja-JP')}人</td>
      <td data-label={columns[4]}>
        <span className={styles.state}>
          <Badge tone={tone}>{word}</Badge>
          {(state === 'scheduled' || state === 'sending') && (
            <Button size="small" onClick={onStop} aria-label={`「${title}」を止める`}>
              止める
            </Button>
          )}
        </span>
      </td>
    </tr>
  );
}

function StopDialog({ announcement, onClose }: { announcement: SentAnnouncement; onClose: () => void }) {
  const { run, isRunning } = useEndpointMutation(stopAnnouncement);
  const { make } = useDialogCall({
    done: 'お知らせを止めました。',
    stale: { conflict: 'このお知らせは、もう送り終わっています。' },
    onClose,
  });

  return (
    <LateConfirmDialog
      isOpen
      isDanger
      title={`「${announcement.title}」を止めますか`}
      confirmLabel="止める"
      isLoading={isRunning}
      onClose={onClose}
      onConfirm={() => void make(() => run({ params: { id: announcement.id } }))}
    >
      まだ届いていない人には届きません。もう一度はじめることはできません。
    </LateConfirmDialog>
  );
}
