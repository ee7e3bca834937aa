import { MAX_COUPON_LENGTH } from '@manabiba/shared/contract/limits';
import { checkTrialCoupon } from '@manabiba/shared/data/endpoints';
import { isApiError, useEndpointMutation, useFormFill } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { TextField } from '@manabiba/shared/ui/text-field';
import { CircleCheck } from 'lucide-react';
import { type FormEvent, useState } from 'react';

import { type AppliedCoupon, checkedCoupons } from '../../core/plans/applied-coupon';

import styles from './plans.module.css';

const REFUSED = 'このクーポンはご利用いただけません。';
const TRIAL_USED = '無料体験はすでにご利用済みのため、クーポンはご利用いただけません。';

interface CouponFormProps {
  applied: AppliedCoupon | null;
  onApply: (coupon: AppliedCoupon | null) => void;
}

/** A coupon that extends the trial. It is redeemed by subscribing, not here. */
export function CouponForm({ applied, onApply }: CouponFormProps) {
  const { run, isRunning } = useEndpointMutation(checkTrialCoupon);
  const [code, setCode] = useState(applied?.code ?? '');
  const [error, setError] = useState<string>();
  const trackFill = useFormFill('form_fill_subscription');

  async function check(typed: string) {
    onApply(null);
    try {
      const answer = await run({ body: { code: typed } });
      if (!answer.valid) return setError(answer.reason === 'trial_used' ? TRIAL_USED : REFUSED);
      const coupon = { code: typed, trialDays: answer.trialDays, planId: answer.planId };
      checkedCoupons().set(typed, coupon);
      onApply(coupon);
    } catch (reason) {
      if (!isApiError(reason)) throw reason;
      setError(reason.fields['code'] ?? reason.message);
    }
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (isRunning) return;
    const typed = code.trim();
    setError(typed === '' ? 'クーポンコードを入力してください。' : undefined);
    if (typed !== '') void check(typed);
  }

  return (
    <form noValidate className={styles.coupon} onSubmit={handleSubmit} onInput={trackFill}>
      <TextField
        label="クーポンコード"
        isLabelHidden
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={MAX_COUPON_LENGTH}
        value={code}
        error={error}
        onChange={({ target }) => {
          setCode(target.value);
          setError(undefined);
          if (applied) onApply(null);
        }}
      />
      <Button type="submit" isLoading={isRunning}>
        適用する
      </Button>
      <p className={styles.applied} role="status">
        {applied && (
          <>
            <Icon icon={CircleCheck} size={16} />
            無料体験が{applied.trialDays}日間になります。
          </>
        )}
      </p>
    </form>
  );
}
