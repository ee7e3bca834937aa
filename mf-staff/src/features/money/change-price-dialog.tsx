import {
  MAX_PLAN_PRICE,
  MAX_STAFF_REASON_LENGTH,
  MIN_PLAN_PRICE,
  PRICE_NOTICE_DAYS,
} from '@manabiba/shared/contract/limits';
import { changePlanPrice as priceContract, type StaffPlan } from '@manabiba/shared/contract/staff-plans';
import { changePlanPrice } from '@manabiba/shared/data/endpoints';
import { useEndpointForm } from '@manabiba/shared/forms/use-endpoint-form';
import { showMessageFor, toast, useEndpointMutation } from '@manabiba/shared/platform';
import { FormDialog } from '@manabiba/shared/ui/form-dialog';
import { TextArea } from '@manabiba/shared/ui/text-area';
import { TextField } from '@manabiba/shared/ui/text-field';

import shared from '../../core/staff-parts.module.css';

/** The form for a new price of a plan. Keeps what was typed when the call fails. */
export function ChangePriceDialog({ plan, onClose }: { plan: StaffPlan; onClose: () => void }) {
  const { id, name, price } = plan;
  const { run } = useEndpointMutation(changePlanPrice);
  const { field, isDirty, isSending, handleSubmit } = useEndpointForm({
    defaultValues: { price, reason: '' },
    schema: priceContract.body,
    onRefusal: showMessageFor,
    onSend: async (body) => {
      await run({ params: { id }, body });
      toast.success('料金を変更しました。');
      onClose();
    },
  });
  return (
    <FormDialog
      title={`${name}の料金を変える`}
      submitLabel="料金を変える"
      isDirty={isDirty}
      isSubmitting={isSending}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <div className={shared.fields}>
        <p>
          新しい申し込みは、すぐに新しい料金になります。いま利用している方には翌朝までにメールでお知らせし、お知らせから
          {PRICE_NOTICE_DAYS}
          日を過ぎた最初の更新から新しい料金になります。取り消せません。アプリストアの料金は、ストアで変えてください。
        </p>
        <TextField
          label="新しい料金(税込、円)"
          type="number"
          inputMode="numeric"
          min={MIN_PLAN_PRICE}
          max={MAX_PLAN_PRICE}
          {...field('price', { valueAsNumber: true })}
        />
        <TextArea label="理由(記録に残ります)" rows={2} maxCharacters={MAX_STAFF_REASON_LENGTH} {...field('reason')} />
      </div>
    </FormDialog>
  );
}
