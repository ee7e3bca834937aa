import type { Companion } from '@manabiba/shared/contract/companions';
import { cancelCompanion, listCompanions } from '@manabiba/shared/data/endpoints';
import { formatYen } from '@manabiba/shared/format/yen';
import { copyText, toast, useConfig, useEndpoint, useEndpointMutation } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { Button } from '@manabiba/shared/ui/button';
import { Dialog } from '@manabiba/shared/ui/dialog';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Icon } from '@manabiba/shared/ui/icon';
import { Spinner } from '@manabiba/shared/ui/spinner';
import { TextField } from '@manabiba/shared/ui/text-field';
import { Link2 } from 'lucide-react';
import { useState } from 'react';

import { applicationError } from '../../core/participation/application-error';
import { CancellationNote } from '../../core/participation/cancellation-note';
import { participationStatus } from '../../core/participation/participation-status';
import type { OwnEvent } from './ticket-facts';

import styles from './tickets.module.css';

/** The seats that the user has bought for others: each with its link, and how it is cancelled. */
export function CompanionsDialog({ event, onClose }: { event: OwnEvent; onClose: () => void }) {
  const { data, error, retry } = useEndpoint(listCompanions, { params: { id: event.id } }, { maxAgeSeconds: 0 });
  return (
    <Dialog isOpen title="お連れの方のお席" onClose={onClose}>
      <div className={styles.giving}>
        <p>
          {event.title} {event.subtitle}
        </p>
        <p className={styles.note}>
          リンクをお一人ずつお渡しください。リンクを知っている人はだれでも入場できます。アカウントのない方は、視聴のみの参加です。
        </p>
        {!data && !error && <Spinner label="読み込み中" />}
        {!data && error && <ErrorState title="お席を表示できませんでした。" level={3} onRetry={retry} />}
        <ul>
          {data?.items.map((companion) => (
            <CompanionSeat key={companion.id} eventId={event.id} companion={companion} />
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

function stateOf({ isClaimed, state }: Companion) {
  if (isClaimed && (state === 'confirmed' || state === 'joined')) return { tone: 'ok', text: '受け取り済み' } as const;
  if (state === 'confirmed' || state === 'joined') return { tone: 'ok', text: '申込済み' } as const;
  return participationStatus[state] ?? ({ tone: 'plain', text: '取り消し済み' } as const);
}

function CompanionSeat({ eventId, companion }: { eventId: string; companion: Companion }) {
  const { publicUrl } = useConfig();
  const [isAsking, setIsAsking] = useState(false);
  const { name, ticketPath, cancellation, amount } = companion;
  const { tone, text } = stateOf(companion);
  const url = ticketPath && new URL(ticketPath, publicUrl).href;
  return (
    <li className={styles.given}>
      <div>
        <p className={styles.state}>
          <Badge tone={tone}>{text}</Badge>
          <span>{formatYen(amount)}</span>
        </p>
        <h3 className={styles.title}>{name}さん</h3>
        {url && (
          <TextField
            label={`${name}さんのチケットのリンク`}
            isLabelHidden
            readOnly
            value={url}
            onFocus={({ target }) => target.select()}
          />
        )}
        {isAsking && cancellation && (
          <Cancel
            eventId={eventId}
            companion={companion}
            cancellation={cancellation}
            onClose={() => setIsAsking(false)}
          />
        )}
      </div>
      {!isAsking && (
        <div className={styles.receipt}>
          {url && (
            <Button
              size="small"
              icon={<Icon icon={Link2} size={16} />}
              aria-label={`${name}さんのリンクをコピー`}
              onClick={() => void copyText(url)}
            >
              リンクをコピー
            </Button>
          )}
          {cancellation && (
            <Button
              size="small"
              variant="ghost"
              aria-label={`${name}さんのお席を取り消す`}
              onClick={() => setIsAsking(true)}
            >
              取り消す
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

interface CancelProps {
  eventId: string;
  companion: Companion;
  cancellation: NonNullable<Companion['cancellation']>;
  onClose: () => void;
}

/** Shows the refund of one seat first. What replaces the clicked button takes its focus. */
function Cancel({ eventId, companion: { id, name }, cancellation, onClose }: CancelProps) {
  const { run, isRunning } = useEndpointMutation(cancelCompanion, {
    onSuccess: () => toast.success(`${name}さんのお席を取り消しました。`),
    onError: (error) => toast.error(applicationError(error)),
  });
  const cancel = () => void run({ params: { id: eventId, companionId: id } }).then(onClose, onClose);
  return (
    <div className={styles.block} role="group" aria-label={`${name}さんのお席の取り消し`}>
      <CancellationNote {...cancellation} what="リンクは使えなくなり、空いたお席はキャンセル待ちの方にご案内します。" />
      <div className={styles.receipt}>
        <Button size="small" ref={focus} disabled={isRunning} onClick={onClose}>
          やめておく
        </Button>
        <Button size="small" variant="danger" isLoading={isRunning} onClick={cancel}>
          {cancellation.refund > 0 ? '取り消して返金' : '取り消す'}
        </Button>
      </div>
    </div>
  );
}

const focus = (element: HTMLElement | null) => element?.focus();
