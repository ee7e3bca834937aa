import { MAX_COUPON_DAYS, MAX_COUPON_LENGTH, MAX_COUPON_USES } from '@manabiba/shared/contract/limits';
import { createCoupon, listStaffPlans } from '@manabiba/shared/data/endpoints';
import { toast, useEndpoint, useEndpointMutation } from '@manabiba/shared/platform';
import { FormDialog } from '@manabiba/shared/ui/form-dialog';
import { Select } from '@manabiba/shared/ui/select';
import { TextField } from '@manabiba/shared/ui/text-field';
import { type FormEvent, useState } from 'react';

import { useFieldsCall } from '../../core/use-fields-call';

import shared from '../../core/staff-parts.module.css';

const fields = ['code', 'trialDays', 'maxUses', 'lastDay', 'planId'] as const;
/** As typed; the api refuses what is not a number or a day. */
type TypedCoupon = Record<(typeof fields)[number], string>;

/** An empty field is not zero. */
const numberOf = (typed: string) => (typed.trim() === '' ? Number.NaN : Number(typed));

/** The form for a new coupon. What was typed stays when the call fails. */
export function CreateCouponDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState<TypedCoupon>({
    code: '',
    trialDays: '30',
    maxUses: '100',
    lastDay: '',
    planId: '',
  });
  const { run, isRunning } = useEndpointMutation(createCoupon);
  const { errors, submit } = useFieldsCall(fields);

  async function send() {
    const { code, lastDay } = typed;
    const numbers = { trialDays: numberOf(typed.trialDays), maxUses: numberOf(typed.maxUses) };
    const planId = typed.planId === '' ? null : typed.planId;
    const done = await submit(() => run({ body: { code, ...numbers, lastDay, planId } }));
    if (!done) return;
    toast.success(`クーポン「${done.answer.code}」を作りました。`);
    onClose();
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (!isRunning) void send();
  }

  return (
    <FormDialog
      title="クーポンを作る"
      submitLabel="作る"
      isDirty={typed.code !== '' || typed.lastDay !== ''}
      isSubmitting={isRunning}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <CouponFields
        typed={typed}
        errors={errors}
        onChange={(name, value) => setTyped((before) => ({ ...before, [name]: value }))}
      />
    </FormDialog>
  );
}

interface CouponFieldsProps {
  typed: TypedCoupon;
  errors: Partial<TypedCoupon>;
  onChange: (name: keyof TypedCoupon, value: string) => void;
}

function CouponFields({ typed, errors, onChange }: CouponFieldsProps) {
  const { data } = useEndpoint(listStaffPlans, {});
  const bound = (name: keyof TypedCoupon) => ({
    value: typed[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => onChange(name, target.value),
  });
  return (
    <div className={shared.fields}>
      <TextField
        label="コード"
        hint="使う方が入力します。大文字と小文字、全角と半角は区別しません。"
        maxLength={MAX_COUPON_LENGTH}
        autoCapitalize="characters"
        autoComplete="off"
        {...bound('code')}
      />
      <TextField
        label="無料期間の日数"
        type="number"
        inputMode="numeric"
        min={1}
        max={MAX_COUPON_DAYS}
        {...bound('trialDays')}
      />
      <TextField
        label="使える回数"
        type="number"
        inputMode="numeric"
        min={1}
        max={MAX_COUPON_USES}
        {...bound('maxUses')}
      />
      <TextField label="使える最後の日(日本時間)" type="date" {...bound('lastDay')} />
      <Select
        label="使えるプラン"
        placeholder="すべてのプラン"
        options={data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        {...bound('planId')}
      />
    </div>
  );
}
