import { mustVerifyEmail } from '@manabiba/shared/contract/must-verify-email';
import type { Plan } from '@manabiba/shared/contract/plans';
import type { SignedInMe } from '@manabiba/shared/contract/users';
import type { Payer } from '@manabiba/shared/payments/payment-fields';
import { VerifyEmailFirst } from '@manabiba/shared/payments/verify-email-first';
import { Link, paths, useFormFill, useNow } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Notice } from '@manabiba/shared/ui/notice';
import { textLinkClass } from '@manabiba/shared/ui/text-link';
import { millisecondsInDay } from 'date-fns/constants';
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';

import type { AppliedCoupon } from '../../core/plans/applied-coupon';
import { CardFields } from '../../core/plans/card-fields';
import { Facts } from '../../core/plans/facts';
import { confirmTerms } from './confirm-terms';
import { OrderPanel } from './order-panel';
import { trialDaysOf } from './use-choice';
import { type Refusal, useSubscribe } from './use-subscribe';

import styles from './plan-confirm.module.css';

interface ConfirmFormProps {
  me: SignedInMe;
  plan: Plan;
  choice: { isTrialOpen: boolean; coupon: AppliedCoupon | null };
  onDone: () => void;
}

/** All terms of the plan, the card fields, and the binding confirm button. */
export function ConfirmForm({ me, plan, choice, onDone }: ConfirmFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [payer, setPayer] = useState<Payer | null>(null);
  const [isWithoutTrial, setIsWithoutTrial] = useState(false);
  const coupon = isWithoutTrial || !choice.isTrialOpen ? null : choice.coupon;
  const trialDays = isWithoutTrial ? 0 : trialDaysOf(plan, choice);
  const { subscribe, isSending, refusal } = useSubscribe({ plan, couponCode: coupon?.code, trialDays }, onDone);
  const needsGuardian = me.guardianConsent !== null && me.guardianConsent !== 'given';
  const isUnverified = mustVerifyEmail(me);
  useFrameFill(form);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (payer) void subscribe(payer);
  }

  return (
    <form ref={form} noValidate className={styles.grid} onSubmit={handleSubmit}>
      <div>
        <Terms plan={plan} trialDays={trialDays} />
        {isUnverified ? (
          <div className={styles.card}>
            <VerifyEmailFirst />
          </div>
        ) : needsGuardian ? (
          <GuardianNotice />
        ) : (
          <CardPart onReady={setPayer} />
        )}
      </div>
      <OrderPanel plan={plan} trialDays={trialDays} coupon={coupon}>
        {refusal && (
          <RefusalNotice refusal={refusal} onWithoutTrial={trialDays > 0 ? () => setIsWithoutTrial(true) : undefined} />
        )}
        <Button
          type="submit"
          variant="primary"
          size="large"
          isBlock
          disabled={!payer || needsGuardian || isUnverified}
          isLoading={isSending}
        >
          申し込みを確定する
        </Button>
      </OrderPanel>
    </form>
  );
}

function Terms({ plan, trialDays }: { plan: Plan; trialDays: number }) {
  const now = useNow(millisecondsInDay);
  const facts = confirmTerms({ plan, trialDays, now }).map(({ name, lines: [first, ...more] }) => ({
    name,
    value: (
      <>
        {name === 'プラン' ? <strong>{first}</strong> : <span>{first}</span>}
        {more.map((line) => (
          <span key={line} className={styles.more}>
            {line}
          </span>
        ))}
      </>
    ),
  }));
  return <Facts facts={facts} />;
}

/** The reason for a failure; if the trial is to blame, offers to subscribe without one. */
function RefusalNotice({ refusal, onWithoutTrial }: { refusal: Refusal; onWithoutTrial: (() => void) | undefined }) {
  const action = refusal.isAboutTrial && onWithoutTrial && (
    <Button size="small" onClick={onWithoutTrial}>
      無料体験なしで申し込む
    </Button>
  );
  return (
    <Notice tone="error" role="alert" {...(action && { action })}>
      {refusal.message}
    </Notice>
  );
}

function CardPart({ onReady }: { onReady: (payer: Payer | null) => void }) {
  return (
    <section className={styles.card} aria-labelledby="card-title">
      <h2 id="card-title">お支払いに使うカード</h2>
      <CardFields onReady={onReady} />
      <p className={styles.note}>カード番号は決済会社に直接送られ、まなびばには保存されません。</p>
    </section>
  );
}

function GuardianNotice() {
  return (
    <div className={styles.card}>
      <Notice
        tone="warn"
        action={
          <Link className={textLinkClass} to={`${paths.settings.href()}#guardian`}>
            保護者の方に同意を依頼する
          </Link>
        }
      >
        18歳未満の方は、保護者の方の同意をいただいてから、お申し込みいただけます。
      </Notice>
    </div>
  );
}

/**
 * Tracks when the user starts to fill in the card. Its fields are in a frame whose input events are not visible, so
 * focus is used.
 */
function useFrameFill(form: React.RefObject<HTMLFormElement | null>) {
  const trackFill = useEffectEvent(useFormFill('form_fill_subscription'));
  useEffect(() => {
    const handleBlur = () => {
      if (form.current?.contains(document.activeElement)) trackFill();
    };
    window.addEventListener('blur', handleBlur);
    return () => window.removeEventListener('blur', handleBlur);
  }, [form]);
}
