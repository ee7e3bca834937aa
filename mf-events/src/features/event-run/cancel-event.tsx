import type { OrganizedEventDetail } from '@manabiba/shared/contract/event-editing';
import type { EventSales } from '@manabiba/shared/contract/event-sales';
import { MAX_EVENT_CANCEL_REASON_LENGTH } from '@manabiba/shared/contract/limits';
import { deleteEvent } from '@manabiba/shared/data/endpoints';
import { formatCount } from '@manabiba/shared/format/count';
import { formatYen } from '@manabiba/shared/format/yen';
import { useEndpointForm } from '@manabiba/shared/forms/use-endpoint-form';
import { toast, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { Panel } from '@manabiba/shared/ui/panel';
import { TextArea } from '@manabiba/shared/ui/text-area';
import { TextField } from '@manabiba/shared/ui/text-field';
import { Calendar, type LucideIcon, Undo2, Users } from 'lucide-react';
import { useWatch } from 'react-hook-form';

import { failureSentence } from '../../core/organizing/form-errors';

import styles from './event-run.module.css';

/** The text to type to confirm a cancellation. */
const WORD = '中止する';

interface CancelEventProps {
  event: OrganizedEventDetail;
  sales: EventSales;
}

/**
 * Cancels an event: states the consequences, asks for the reason shown to participants, and requires a typed
 * confirmation.
 */
export function CancelEvent({ event, sales }: CancelEventProps) {
  const { run } = useEndpointMutation(deleteEvent);
  const { form, field, isSending, handleSubmit } = useEndpointForm({
    defaultValues: { reason: '', word: '' },
    onRefusal: (error) => toast.error(failureSentence(error)),
    onSend: async ({ reason }) => {
      await run({ params: { id: event.id }, body: { reason } });
      toast.success('イベントを中止しました。');
    },
  });
  const word = useWatch({ control: form.control, name: 'word' });
  const isSure = word.normalize('NFKC').trim() === WORD;
  return (
    <Panel className={styles.cancel}>
      <h2 className={styles.heading}>イベントを中止する</h2>
      <Consequences sales={sales} />
      <form className={styles.cancelForm} noValidate onSubmit={handleSubmit}>
        <TextArea
          label="理由(参加者に届きます)"
          rows={2}
          maxCharacters={MAX_EVENT_CANCEL_REASON_LENGTH}
          {...field('reason')}
        />
        <TextField label={`確認のため「${WORD}」と入力してください`} autoComplete="off" {...field('word')} />
        <Button type="submit" variant="danger" disabled={!isSure} isLoading={isSending} className={styles.cancelGo}>
          {sales.gross > 0 ? '中止して全額返金' : 'イベントを中止する'}
        </Button>
      </form>
    </Panel>
  );
}

function Consequences({
  sales: { applications, pendingPayment, held, waitlisted, gross },
}: Pick<CancelEventProps, 'sales'>) {
  const others = pendingPayment + held + waitlisted;
  const lines: [LucideIcon, string][] = [
    [
      Users,
      others > 0
        ? `申し込んだ${formatCount(applications)}人と、お支払い待ちやキャンセル待ちの${formatCount(others)}人の申し込みが取り消され、中止をお知らせします。`
        : `申し込んだ${formatCount(applications)}人に、中止をお知らせします。`,
    ],
    [
      Undo2,
      gross > 0
        ? `${formatYen(gross)}を全額返金します。手数料は主催者の負担になりません。`
        : '返金が必要なお支払いはありません。',
    ],
    [Calendar, 'カレンダーの予定も中止になります。元に戻すことはできません。'],
  ];
  return (
    <ul className={styles.consequences}>
      {lines.map(([icon, words]) => (
        <li key={words}>
          <Icon icon={icon} />
          <span>{words}</span>
        </li>
      ))}
    </ul>
  );
}
