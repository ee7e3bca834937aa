import { MAX_TICKET_NAME_LENGTH } from '@manabiba/shared/contract/limits';
import type { TicketType } from '@manabiba/shared/contract/tickets';
import { createTicketType, updateTicketType } from '@manabiba/shared/data/endpoints';
import { DateTimeField } from '@manabiba/shared/forms/date-time-field';
import { useEndpointForm } from '@manabiba/shared/forms/use-endpoint-form';
import { toast, useEndpointMutation } from '@manabiba/shared/platform';
import { FormDialog } from '@manabiba/shared/ui/form-dialog';
import { Notice } from '@manabiba/shared/ui/notice';
import { Select } from '@manabiba/shared/ui/select';
import { TextField } from '@manabiba/shared/ui/text-field';
import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';

import { failureSentence } from '../../../core/organizing/form-errors';
import { ticketKindLabel } from '../../../core/tickets';
import {
  isAlwaysFree,
  newTicketValues,
  ticketFormSchema,
  type TicketFormValues,
  ticketValues,
  toTicketChanges,
  toTicketInput,
} from './ticket-form.schema';

import styles from '../event-editor.module.css';

interface TicketDialogProps {
  eventId: string;
  eventStart: Date;
  /** The ticket to edit; null for a new one. */
  ticket: TicketType | null;
  onClose: () => void;
}

/** Adds or edits a ticket type. Existing purchases keep their price. */
export function TicketDialog({ eventId, eventStart, ticket, onClose }: TicketDialogProps) {
  const create = useEndpointMutation(createTicketType);
  const update = useEndpointMutation(updateTicketType);
  const taken = ticket ? ticket.sold + ticket.held : 0;
  const [openedAt] = useState(() => new Date());
  const { form, isDirty, isSending, handleSubmit } = useEndpointForm({
    defaultValues: ticket ? ticketValues(ticket) : newTicketValues(eventStart, openedAt),
    mode: 'onTouched',
    schema: ticketFormSchema({ eventStart, taken }),
    onRefusal: (error) => toast.error(failureSentence(error)),
    onSend: async (values) => {
      if (ticket)
        await update.run({ params: { id: eventId, ticketTypeId: ticket.id }, body: toTicketChanges(values, ticket) });
      else await create.run({ params: { id: eventId }, body: toTicketInput(values) });
      toast.success(ticket ? 'チケットを変更しました。' : 'チケットを追加しました。');
      onClose();
    },
  });
  return (
    <FormDialog
      title={ticket ? 'チケットを編集する' : 'チケットを追加する'}
      submitLabel={ticket ? '変更する' : '追加する'}
      isDirty={isDirty}
      isSubmitting={isSending}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <div className={styles.fields}>
        {taken > 0 && (
          <Notice>
            すでに申し込みがあるため、種類、価格、税率は変更できません。席の数は{taken}席より減らせません。
          </Notice>
        )}
        <TicketFields form={form} isDealFixed={taken > 0} openedAt={openedAt} eventStart={eventStart} />
      </div>
    </FormDialog>
  );
}

interface TicketFieldsProps {
  form: UseFormReturn<TicketFormValues>;
  /** Already sold: kind, price and tax are locked. */
  isDealFixed: boolean;
  openedAt: Date;
  eventStart: Date;
}

const kindHints: Record<TicketType['kind'], string> = {
  general: '13歳以上の方が購入できます。',
  student: '24歳以下の方が申し込めます。',
  premium: 'プランをご利用中の方が、無料で申し込めます。',
  invited: '招待コードを受け取った方が、無料で申し込めます。一覧には表示されません。',
};

function TicketFields({ form, isDealFixed, openedAt, eventStart }: TicketFieldsProps) {
  const { register } = form;
  const { errors } = form.formState;
  const kind = useWatch({ control: form.control, name: 'kind' });
  const isFree = isAlwaysFree(kind);
  const nameAfterKind = (next: string) => {
    const isUntouched = Object.values(ticketKindLabel).includes(form.getValues('name'));
    if (isUntouched) form.setValue('name', ticketKindLabel[next as TicketType['kind']], { shouldDirty: true });
    if (isAlwaysFree(next as TicketType['kind'])) form.setValue('price', '0', { shouldValidate: true });
  };
  return (
    <>
      {!isDealFixed && (
        <Select
          label="種類"
          hint={kindHints[kind]}
          options={Object.entries(ticketKindLabel).map(([value, label]) => ({ value, label }))}
          error={errors.kind?.message}
          {...register('kind', {
            onChange: ({ target }: { target: HTMLSelectElement }) => nameAfterKind(target.value),
          })}
        />
      )}
      <TextField
        label="名前"
        maxCharacters={MAX_TICKET_NAME_LENGTH}
        error={errors.name?.message}
        {...register('name')}
      />
      <div className={styles.pair}>
        <TextField
          label="価格(税込・円)"
          inputMode="numeric"
          autoComplete="off"
          hint={isFree ? 'この種類のチケットは無料です。' : '0円にすると、無料で申し込めます。'}
          readOnly={isDealFixed || isFree}
          error={errors.price?.message}
          {...register('price')}
        />
        {!isDealFixed && (
          <Select
            label="消費税"
            options={[
              { value: '10', label: '10%' },
              { value: '8', label: '8%(軽減税率)' },
              { value: '0', label: '対象外' },
            ]}
            error={errors.taxRate?.message}
            {...register('taxRate')}
          />
        )}
      </div>
      <SaleFields form={form} openedAt={openedAt} eventStart={eventStart} />
    </>
  );
}

/** The quota and the sale period. */
function SaleFields({ form, openedAt, eventStart }: Omit<TicketFieldsProps, 'isDealFixed'>) {
  const { register } = form;
  const { errors } = form.formState;
  return (
    <>
      <TextField
        label="席の数"
        inputMode="numeric"
        autoComplete="off"
        hint="空のままにすると、制限なく申し込みを受け付けます。"
        error={errors.quota?.message}
        {...register('quota')}
      />
      <div className={styles.pair}>
        <DateTimeField
          {...register('saleStartAt')}
          label="販売の開始"
          min={undefined}
          max={eventStart}
          error={errors.saleStartAt?.message}
        />
        <DateTimeField
          {...register('saleEndAt')}
          label="販売の終了"
          min={openedAt}
          max={eventStart}
          error={errors.saleEndAt?.message}
        />
      </div>
    </>
  );
}
