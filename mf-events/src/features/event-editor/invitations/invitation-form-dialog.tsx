import { newEventCode } from '@manabiba/shared/contract/event-tickets';
import { MAX_INVITATION_CODE_LENGTH, MAX_INVITATION_USES } from '@manabiba/shared/contract/limits';
import type { TicketType } from '@manabiba/shared/contract/tickets';
import { createInvitation } from '@manabiba/shared/data/endpoints';
import { formatCount } from '@manabiba/shared/format/count';
import { parseDateTimeInput } from '@manabiba/shared/format/date-time-input';
import { parseWholeNumber } from '@manabiba/shared/format/number-text';
import { DateTimeField } from '@manabiba/shared/forms/date-time-field';
import { useEndpointForm } from '@manabiba/shared/forms/use-endpoint-form';
import { toast, useEndpointMutation } from '@manabiba/shared/platform';
import { FormDialog } from '@manabiba/shared/ui/form-dialog';
import { Select } from '@manabiba/shared/ui/select';
import { TextField } from '@manabiba/shared/ui/text-field';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';

import { failureSentence } from '../../../core/organizing/form-errors';

import styles from '../event-editor.module.css';

const isUses = (text: string) => parseWholeNumber(text) >= 1 && parseWholeNumber(text) <= MAX_INVITATION_USES;

const schema = z.object({
  ticketTypeId: z.string(),
  /** Empty: a code is generated. */
  code: z
    .string()
    .check(
      z.refine((text) => text.trim() === '' || z.safeParse(newEventCode, text).success, {
        error: 'コードは英数字とハイフンの4から40文字で入力してください。',
      }),
    ),
  maxUses: z
    .string()
    .check(z.refine(isUses, { error: `使える回数は1から${formatCount(MAX_INVITATION_USES)}までで入力してください。` })),
  /** Empty: the code does not expire. */
  expiresAt: z
    .string()
    .check(
      z.refine((text) => text.trim() === '' || parseDateTimeInput(text) !== null, {
        error: '期限は 2026/11/21 13:45 の形式で入力してください。',
      }),
    ),
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
          ...(code.trim() !== '' && { code: z.parse(newEventCode, code) }),
          maxUses: parseWholeNumber(maxUses),
          expiresAt: parseDateTimeInput(expiresAt)?.toISOString() ?? null,
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
      <TextField
        label="コード(任意)"
        hint="空のままにすると、見分けやすい文字で作ります。"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={MAX_INVITATION_CODE_LENGTH}
        error={errors.code?.message}
        {...register('code')}
      />
      <TextField
        label="使える回数"
        inputMode="numeric"
        autoComplete="off"
        error={errors.maxUses?.message}
        {...register('maxUses')}
      />
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
