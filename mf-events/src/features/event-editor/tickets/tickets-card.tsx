import type { OrganizedEventDetail } from '@manabiba/shared/contract/event-editing';
import { MAX_TICKET_TYPES } from '@manabiba/shared/contract/limits';
import type { TicketType } from '@manabiba/shared/contract/tickets';
import { deleteTicketType } from '@manabiba/shared/data/endpoints';
import { formatCount } from '@manabiba/shared/format/count';
import { formatYen } from '@manabiba/shared/format/yen';
import { toast, useEndpointMutation, useServerNow } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';
import { FieldError } from '@manabiba/shared/ui/field';
import { Icon } from '@manabiba/shared/ui/icon';
import { IconButton } from '@manabiba/shared/ui/icon-button';
import { Menu, MenuItem } from '@manabiba/shared/ui/menu';
import { SettingCard } from '@manabiba/shared/ui/setting-card';
import { VisuallyHidden } from '@manabiba/shared/ui/visually-hidden';
import { Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { formatMoment } from '../../../core/format-moment';
import { failureSentence } from '../../../core/organizing/form-errors';
import { ticketKindLabel } from '../../../core/tickets';
import { TicketDialog } from './ticket-dialog';
import { saleProblem } from './ticket-form.schema';

import table from '../../../core/organizing/data-table.module.css';
import styles from '../event-editor.module.css';

const CLOCK_MS = 30_000;

type Act = { kind: 'add' } | { kind: 'edit' | 'delete'; ticket: TicketType };

/** The tickets of an event. Each change is saved immediately. */
export function TicketsCard({ event, isFixed }: { event: OrganizedEventDetail; isFixed: boolean }) {
  const [act, setAct] = useState<Act | null>(null);
  const { tickets } = event;
  const hasRoom = tickets.length < MAX_TICKET_TYPES;
  return (
    <SettingCard id="tickets" title="チケット">
      {tickets.length === 0 ? (
        <p className={styles.hint}>まだチケットはありません。無料のイベントにも、チケットが1つ必要です。</p>
      ) : (
        <TicketTable event={event} isFixed={isFixed} onAct={setAct} />
      )}
      {!isFixed && (
        <div className={styles.cardFoot}>
          <Button
            id="event-add-ticket"
            icon={<Icon icon={Plus} />}
            disabled={!hasRoom}
            onClick={() => setAct({ kind: 'add' })}
          >
            チケットを追加する
          </Button>
          <p className={styles.hint}>
            {hasRoom ? 'チケットの変更は、すぐに保存されます。' : `チケットは${MAX_TICKET_TYPES}種類までです。`}
          </p>
        </div>
      )}
      {isFixed && <p className={styles.hint}>開始したイベントのチケットは変更できません。</p>}
      {act && act.kind !== 'delete' && (
        <TicketDialog
          eventId={event.id}
          eventStart={new Date(event.startAt)}
          ticket={act.kind === 'edit' ? act.ticket : null}
          onClose={() => setAct(null)}
        />
      )}
      {act?.kind === 'delete' && <DeleteTicket eventId={event.id} ticket={act.ticket} onClose={() => setAct(null)} />}
    </SettingCard>
  );
}

interface TicketTableProps {
  event: OrganizedEventDetail;
  isFixed: boolean;
  onAct: (act: Act) => void;
}

function TicketTable({ event, isFixed, onAct }: TicketTableProps) {
  const now = useServerNow(CLOCK_MS);
  const { tickets } = event;
  const total = tickets.some(({ quota }) => quota === null)
    ? null
    : tickets.reduce((sum, { quota }) => sum + (quota ?? 0), 0);
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">名前</th>
          <th scope="col" className={table.number}>
            価格(税込)
          </th>
          <th scope="col" className={table.number}>
            席
          </th>
          <th scope="col">販売期間</th>
          <th scope="col">
            <VisuallyHidden>操作</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {tickets.map((ticket) => (
          <TicketRow
            key={ticket.id}
            ticket={ticket}
            problem={event.state === 'draft' ? saleProblem(ticket, event.startAt, now) : null}
            acts={!isFixed && <TicketActs ticket={ticket} onAct={onAct} />}
          />
        ))}
      </tbody>
      {total !== null && tickets.length > 1 && (
        <tfoot>
          <tr>
            <td>合計</td>
            <td />
            <td className={table.number}>
              <strong>{formatCount(total)}</strong>
            </td>
            <td colSpan={2} />
          </tr>
        </tfoot>
      )}
    </table>
  );
}

interface TicketRowProps {
  ticket: TicketType;
  problem: string | null;
  acts: React.ReactNode;
}

function TicketRow({ ticket, problem, acts }: TicketRowProps) {
  const { name, kind, price, quota, sold, held, saleStartAt, saleEndAt } = ticket;
  return (
    <tr className={problem ? table.wrong : undefined}>
      <td data-label="名前">
        <span>
          <strong>{name}</strong>
          {name !== ticketKindLabel[kind] && <span className={styles.kind}>{ticketKindLabel[kind]}</span>}
        </span>
      </td>
      <td data-label="価格(税込)" className={table.number}>
        {price === 0 ? '無料' : formatYen(price)}
      </td>
      <td data-label="席" className={table.number}>
        <span>
          {quota === null ? '制限なし' : formatCount(quota)}
          {sold + held > 0 && (
            <span className={styles.taken}>
              <span className={table.phrase}>申込済み{formatCount(sold)}</span>
              {held > 0 && <span className={table.phrase}>確保中{formatCount(held)}</span>}
            </span>
          )}
        </span>
      </td>
      <td data-label="販売期間">
        <span>
          <span className={table.phrase}>{formatMoment(saleStartAt)}から</span>
          <span className={table.phrase}>{formatMoment(saleEndAt)}まで</span>
          {problem && <FieldError>{problem}</FieldError>}
        </span>
      </td>
      <td className={table.acts}>{acts}</td>
    </tr>
  );
}

function TicketActs({ ticket, onAct }: { ticket: TicketType; onAct: (act: Act) => void }) {
  return (
    <Menu
      label={`${ticket.name}の操作`}
      trigger={(props) => (
        <IconButton {...props} label={`${ticket.name}の操作`}>
          <Icon icon={Ellipsis} />
        </IconButton>
      )}
    >
      <MenuItem icon={<Icon icon={Pencil} />} onSelect={() => onAct({ kind: 'edit', ticket })}>
        編集する
      </MenuItem>
      <MenuItem icon={<Icon icon={Trash2} />} isDanger onSelect={() => onAct({ kind: 'delete', ticket })}>
        削除する
      </MenuItem>
    </Menu>
  );
}

function DeleteTicket({ eventId, ticket, onClose }: { eventId: string; ticket: TicketType; onClose: () => void }) {
  const { run, isRunning } = useEndpointMutation(deleteTicketType, {
    onSuccess: () => {
      toast.success('チケットを削除しました。');
      onClose();
    },
    onError: (error) => {
      toast.error(
        error.code === 'conflict'
          ? '申し込みのあったチケットと、公開中のイベントの最後のチケットは削除できません。'
          : failureSentence(error),
      );
      onClose();
    },
  });
  const confirm = () => void run({ params: { id: eventId, ticketTypeId: ticket.id } }).catch(() => undefined);
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={confirm}
      title={`「${ticket.name}」を削除しますか`}
      confirmLabel="削除する"
      isDanger
      isLoading={isRunning}
    >
      このチケットの招待コードも使えなくなります。元に戻すことはできません。
    </ConfirmDialog>
  );
}
