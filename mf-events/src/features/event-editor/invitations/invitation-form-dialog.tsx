import { MAX_INVITATION_USES } from '@manabiba/shared/contract/limits';
import type { TicketType } from '@manabiba/shared/contract/tickets';
import { createInvitation } from '@manabiba/shared/data/endpoints';
import { parseWholeNumber } from '@manabiba/shared/format/number-text';
import { DateTimeField } from '@manabiba/shared/forms/date-time-field';
import { useEndpointForm } from '@manabiba/shared/forms/use-endpoint-form';
import { toast, useEndpointMutation } from '@manabiba/shared/platform';
import { FormDialog } from '@manabiba/shared/ui/form-dialog';
import { Select } from '@manabiba/shared/ui/select';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';

import { CodeField, MaxUsesField } from '../../../core/organizing/code-fields';
import {
  chosenCode,
  optionalTime,
  toChosenCode,
  toOptionalTime,
  usesUpTo,
} from '../../../core/organizing/code-form.schema';
import { failureSentence } from '../../../core/organizing/form-errors';

import styles from '../event-editor.module.css';

const schema = z.object({
  ticketTypeId: z.string(),
  code: chosenCode,
  maxUses: usesUpTo(MAX_INVITATION_USES),
  expiresAt: optionalTime('期限'),
});
type Values = z.input<typeof schema>;

interface InvitationFormDialogProps {
  eventId: string;
  eventStart: Date;
  /** At least one. */
  tickets: readonly TicketType[];
  onClose: () => void;
}

/** Creates a code that admits people without payment. */
export function InvitationFormDialog({ eventId, eventStart, tickets, onClose }: InvitationFormDialogProps) {
  const { run } = useEndpointMutation(createInvitation);
  const suggested = tickets.find(({ kind }) => kind === 'invited') ?? tickets[0];
  const { form, isDirty, isSending, handleSubmit } = useEndpointForm({
    defaultValues: { ticketTypeId: suggested?.id ?? '', code: '', maxUses: '1', expiresAt: '' },
    mode: 'onTouched',
    schema,
    onRefusal: (error) => toast.error(failureSentence(error)),
    onSend: async ({ ticketTypeId, code, maxUses, expiresAt }) => {
      await run({
        params: { id: eventId },
        body: {
          ticketTypeId,
          ...toChosenCode(code),
          maxUses: parseWholeNumber(maxUses),
          expiresAt: toOptionalTime(expiresAt),
        },
      });
      toast.success('招待コードを作りました。');
      onClose();
    },
  });
  return (
    <FormDialog
      title="招待コードを作る"
      submitLabel="作る"
      isDirty={isDirty}
      isSubmitting={isSending}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <Fields form={form} tickets={tickets} eventStart={eventStart} />
    </FormDialog>
  );
}

interface FieldsProps extends Pick<InvitationFormDialogProps, 'tickets' | 'eventStart'> {
  form: UseFormReturn<Values>;
}

function Fields({ form, tickets, eventStart }: FieldsProps) {
  const { register } = form;
  const { errors } = form.formState;
  const [openedAt] = useState(() => new Date());
  return (
    <div className={styles.fields}>
      <Select
        label="チケット"
        hint="コードを使った方は、価格にかかわらず無料で申し込めます。"
        options={tickets.map(({ id, name }) => ({ value: id, label: name }))}
        error={errors.ticketTypeId?.message}
        {...register('ticketTypeId')}
      />
      <CodeField error={errors.code?.message} {...register('code')} />
      <MaxUsesField error={errors.maxUses?.message} {...register('maxUses')} />
      <DateTimeField
        {...register('expiresAt')}
        label="期限(任意)"
        hint="空のままにすると、期限はありません。"
        min={openedAt}
        max={eventStart}
        error={errors.expiresAt?.message}
      />
    </div>
  );
}
