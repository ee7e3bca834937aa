import { MAX_COUPON_DAYS, MAX_COUPON_LENGTH, MAX_COUPON_USES } from '@manabiba/shared/contract/limits';
import { createCoupon as couponContract } from '@manabiba/shared/contract/staff-plans';
import { createCoupon, listStaffPlans } from '@manabiba/shared/data/endpoints';
import { useEndpointForm } from '@manabiba/shared/forms/use-endpoint-form';
import { showMessageFor, toast, useEndpoint, useEndpointMutation } from '@manabiba/shared/platform';
import { FormDialog } from '@manabiba/shared/ui/form-dialog';
import { Select } from '@manabiba/shared/ui/select';
import { TextField } from '@manabiba/shared/ui/text-field';

import { orNull } from '../../core/empty-fields';

import shared from '../../core/staff-parts.module.css';

/** The form for a new coupon. Keeps the typed text when the call fails. */
export function CreateCouponDialog({ onClose }: { onClose: () => void }) {
  const { data } = useEndpoint(listStaffPlans, {});
  const { run } = useEndpointMutation(createCoupon);
  const { field, isDirty, isSending, handleSubmit } = useEndpointForm({
    defaultValues: { code: '', trialDays: 30, maxUses: 100, lastDay: '', planId: null },
    schema: couponContract.body,
    onRefusal: showMessageFor,
    onSend: async (body) => {
      const { code } = await run({ body });
      toast.success(`クーポン「${code}」を作りました。`);
      onClose();
    },
  });
  return (
    <FormDialog
      title="クーポンを作る"
      submitLabel="作る"
      isDirty={isDirty}
      isSubmitting={isSending}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <div className={shared.fields}>
        <TextField
          label="コード"
          hint="使う方が入力します。大文字と小文字、全角と半角は区別しません。"
          maxLength={MAX_COUPON_LENGTH}
          autoCapitalize="characters"
          autoComplete="off"
          {...field('code')}
        />
        <TextField
          label="無料期間の日数"
          type="number"
          inputMode="numeric"
          min={1}
          max={MAX_COUPON_DAYS}
          {...field('trialDays', { valueAsNumber: true })}
        />
        <TextField
          label="使える回数"
          type="number"
          inputMode="numeric"
          min={1}
          max={MAX_COUPON_USES}
          {...field('maxUses', { valueAsNumber: true })}
        />
        <TextField label="使える最後の日(日本時間)" type="date" {...field('lastDay')} />
        <Select
          label="使えるプラン"
          placeholder="すべてのプラン"
          options={data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? []}
          {...field('planId', orNull)}
        />
      </div>
    </FormDialog>
  );
}
