import type { OrganizedEventDetail } from '@manabiba/shared/contract/event-editing';
import { MIN_TICKET_PRICE } from '@manabiba/shared/contract/limits';
import type { TicketType } from '@manabiba/shared/contract/tickets';
import { createDiscountCode } from '@manabiba/shared/data/endpoints';
import { formatPrice } from '@manabiba/shared/format/yen';
import { DateTimeField } from '@manabiba/shared/forms/date-time-field';
import { useEndpointForm } from '@manabiba/shared/forms/use-endpoint-form';
import { toast, useEndpointMutation, useNow } from '@manabiba/shared/platform';
import { Checkbox } from '@manabiba/shared/ui/checkbox';
import { FieldError } from '@manabiba/shared/ui/field';
import { FormDialog } from '@manabiba/shared/ui/form-dialog';
import { Select } from '@manabiba/shared/ui/select';
import { TextField } from '@manabiba/shared/ui/text-field';
import { type UseFormReturn, useWatch } from 'react-hook-form';

import { CodeField, MaxUsesField } from '../../core/organizing/code-fields';
import { failureSentence } from '../../core/organizing/form-errors';
import { type DiscountCodeFormValues, discountCodeFormSchema, toDiscountCodeInput } from './discount-code-form.schema';

import styles from './discount-codes.module.css';

const CLOCK_MS = 30_000;

interface DiscountCodeDialogProps {
  event: Pick<OrganizedEventDetail, 'id' | 'startAt'>;
  /** Tickets with a price, at least one. */
  tickets: readonly TicketType[];
  onClose: () => void;
}

/** Creates a discount code. */
export function DiscountCodeDialog({ event, tickets, onClose }: DiscountCodeDialogProps) {
  const { run } = useEndpointMutation(createDiscountCode);
  const { form, isDirty, isSending, handleSubmit } = useEndpointForm({
    defaultValues: {
      code: '',
      kind: 'amount',
      amountOff: '',
      percentOff: '',
      ticketTypeIds: tickets.map(({ id }) => id),
      maxUses: '',
      validFrom: '',
      validUntil: '',
    } satisfies DiscountCodeFormValues as DiscountCodeFormValues,
    mode: 'onTouched',
    schema: discountCodeFormSchema,
    onRefusal: (error) => toast.error(failureSentence(error)),
    onSend: async (values) => {
      await run({ params: { id: event.id }, body: toDiscountCodeInput(values, tickets.length) });
      toast.success('割引コードを作りました。');
      onClose();
    },
  });
  return (
    <FormDialog
      title="割引コードを作る"
      submitLabel="作る"
      isDirty={isDirty}
      isSubmitting={isSending}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <Fields form={form} tickets={tickets} eventStart={new Date(event.startAt)} />
      </div>
    </FormDialog>
  );
}

interface FieldsProps extends Pick<DiscountCodeDialogProps, 'tickets'> {
  form: UseFormReturn<DiscountCodeFormValues>;
}

function Fields({ form, tickets, eventStart }: FieldsProps & { eventStart: Date }) {
  const { register } = form;
  const { errors } = form.formState;
  const time = { min: useNow(CLOCK_MS), max: eventStart };
  return (
    <>
      <CodeField error={errors.code?.message} {...register('code')} />
      <Reduction form={form} />
      {tickets.length > 1 && <Tickets form={form} tickets={tickets} />}
      <MaxUsesField error={errors.maxUses?.message} {...register('maxUses')} />
      <DateTimeField
        {...register('validFrom')}
        label="開始(任意)"
        hint="空のままにすると、すぐに使えます。"
        error={errors.validFrom?.message}
        {...time}
      />
      <DateTimeField
        {...register('validUntil')}
        label="期限(任意)"
        hint="空のままにすると、販売の終了まで使えます。"
        error={errors.validUntil?.message}
        {...time}
      />
    </>
  );
}

function Reduction({ form: { register, control, formState } }: Pick<FieldsProps, 'form'>) {
  const isPercent = useWatch({ control, name: 'kind' }) === 'percent';
  const name = isPercent ? 'percentOff' : 'amountOff';
  return (
    <div className={styles.pair}>
      <Select
        label="割引の種類"
        options={[
          { value: 'amount', label: '金額' },
          { value: 'percent', label: '割合' },
        ]}
        {...register('kind')}
      />
      <TextField
        key={name}
        label={isPercent ? '割引率(%)' : '割引額(円)'}
        hint={`割引後の価格は${MIN_TICKET_PRICE}円以上にしてください。`}
        inputMode="numeric"
        autoComplete="off"
        error={formState.errors[name]?.message}
        {...register(name)}
      />
    </div>
  );
}

function Tickets({ form: { register, formState }, tickets }: FieldsProps) {
  const error = formState.errors.ticketTypeIds?.message;
  return (
    <fieldset className={styles.tickets}>
      <legend>使えるチケット</legend>
      {tickets.map(({ id, name, price }) => (
        <Checkbox key={id} label={`${name} ${formatPrice(price)}`} value={id} {...register('ticketTypeIds')} />
      ))}
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  );
}
