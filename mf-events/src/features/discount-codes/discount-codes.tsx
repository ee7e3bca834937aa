import type { DiscountCode } from '@manabiba/shared/contract/discount-codes';
import type { OrganizedEventDetail } from '@manabiba/shared/contract/event-editing';
import { deleteDiscountCode, listDiscountCodes } from '@manabiba/shared/data/endpoints';
import { formatCount } from '@manabiba/shared/format/count';
import { formatYen } from '@manabiba/shared/format/yen';
import { toast, useEndpoint, useEndpointMutation, useServerNow } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Icon } from '@manabiba/shared/ui/icon';
import { IconButton } from '@manabiba/shared/ui/icon-button';
import { Panel } from '@manabiba/shared/ui/panel';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { VisuallyHidden } from '@manabiba/shared/ui/visually-hidden';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { formatMoment } from '../../core/format-moment';
import { failureSentence } from '../../core/organizing/form-errors';
import { DiscountCodeDialog } from './discount-code-dialog';

import table from '../../core/organizing/data-table.module.css';
import styles from './discount-codes.module.css';

const CLOCK_MS = 30_000;

/** The discount codes of an event. Each change is saved immediately. */
export function DiscountCodes({ event }: { event: OrganizedEventDetail }) {
  const { data, error, retry } = useEndpoint(listDiscountCodes, { params: { id: event.id } }, { maxAgeSeconds: 0 });
  const [isMaking, setIsMaking] = useState(false);
  const [gone, setGone] = useState<DiscountCode | null>(null);
  const now = useServerNow(CLOCK_MS);
  if (!data)
    return error ? (
      <ErrorState title="割引コードを表示できませんでした。" onRetry={retry} level={2} />
    ) : (
      <SkeletonRows count={6} />
    );
  const tickets = event.tickets.filter(({ price }) => price > 0);
  const isAhead = event.state !== 'live' && Date.parse(event.startAt) > now.getTime();
  const make = isAhead && tickets.length > 0 && (
    <Button icon={<Icon icon={Plus} />} onClick={() => setIsMaking(true)}>
      割引コードを作る
    </Button>
  );
  return (
    <Panel className={styles.codes}>
      <h2>割引コード</h2>
      {data.items.length === 0 ? (
        <EmptyState title="割引コードはまだありません。" action={make || undefined}>
          {make
            ? 'コードを入力した方は、割引した価格でチケットを購入できます。'
            : '割引コードは、有料のチケットがあるイベントの開始まで作れます。'}
        </EmptyState>
      ) : (
        <>
          <CodeTable event={event} items={data.items} now={now} onRevoke={setGone} />
          {make && <div>{make}</div>}
        </>
      )}
      {isMaking && <DiscountCodeDialog event={event} tickets={tickets} onClose={() => setIsMaking(false)} />}
      {gone && <RevokeDiscountCode code={gone} onClose={() => setGone(null)} />}
    </Panel>
  );
}

interface CodeTableProps {
  event: OrganizedEventDetail;
  items: readonly DiscountCode[];
  now: Date;
  onRevoke: (code: DiscountCode) => void;
}

function CodeTable({ event, items, now, onRevoke }: CodeTableProps) {
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">コード</th>
          <th scope="col">割引</th>
          <th scope="col">チケット</th>
          <th scope="col" className={table.number}>
            残り
          </th>
          <th scope="col" className={table.number}>
            売上
          </th>
          <th scope="col">期間</th>
          <th scope="col">
            <VisuallyHidden>操作</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((code) => (
          <tr key={code.id}>
            <td data-label="コード">{code.code}</td>
            <td data-label="割引">{reductionOf(code)}</td>
            <td data-label="チケット">{ticketsOf(code, event)}</td>
            <td data-label="残り" className={table.number}>
              {`${formatCount(Math.max(0, code.maxUses - code.uses))} / ${formatCount(code.maxUses)}回`}
            </td>
            <td data-label="売上" className={table.number}>
              {formatYen(code.gross)}
            </td>
            <td data-label="期間">{periodOf(code, now)}</td>
            <td className={table.acts}>
              {code.revokedAt === null && (
                <IconButton label={`${code.code}を無効にする`} onClick={() => onRevoke(code)}>
                  <Icon icon={Trash2} />
                </IconButton>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const reductionOf = ({ amountOff, percentOff }: DiscountCode) =>
  amountOff === null ? `${percentOff}%引き` : `${formatYen(amountOff)}引き`;

const ticketsOf = ({ ticketTypeIds }: DiscountCode, { tickets }: OrganizedEventDetail) =>
  ticketTypeIds === null
    ? 'すべて'
    : tickets
        .filter(({ id }) => ticketTypeIds.includes(id))
        .map(({ name }) => name)
        .join('、');

/** When a code holds, or why it does not. */
function periodOf({ revokedAt, maxUses, uses, validFrom, validUntil }: DiscountCode, now: Date): string {
  if (revokedAt !== null) return '無効にしました';
  if (validUntil !== null && Date.parse(validUntil) <= now.getTime()) return '期限が切れました';
  if (uses >= maxUses) return '使い切りました';
  const from = validFrom !== null && Date.parse(validFrom) > now.getTime() ? `${formatMoment(validFrom)}から` : '';
  const until = validUntil === null ? '' : `${formatMoment(validUntil)}まで`;
  return `${from}${until}` || '販売の終了まで';
}

function RevokeDiscountCode({ code: { id, eventId, code }, onClose }: { code: DiscountCode; onClose: () => void }) {
  const { run, isRunning } = useEndpointMutation(deleteDiscountCode, {
    onSuccess: () => {
      toast.success('割引コードを無効にしました。');
      onClose();
    },
    onError: (error) => {
      toast.error(failureSentence(error));
      onClose();
    },
  });
  const confirm = () => void run({ params: { id: eventId, discountCodeId: id } }).catch(() => undefined);
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={confirm}
      title={`${code}を無効にしますか`}
      confirmLabel="無効にする"
      isDanger
      isLoading={isRunning}
    >
      このコードでは割引を受けられなくなります。すでに購入した方と、お支払い手続き中の方の価格は変わりません。
    </ConfirmDialog>
  );
}
