import { zodResolver } from '@hookform/resolvers/zod';
import { email } from '@manabiba/shared/contract/auth';
import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { PurchaseConsent } from '@manabiba/shared/contract/purchase-consents';
import type { AnyTicket } from '@manabiba/shared/contract/tickets';
import { requestPurchaseConsent } from '@manabiba/shared/data/endpoints';
import { formatYen } from '@manabiba/shared/format/yen';
import { toast, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { Notice } from '@manabiba/shared/ui/notice';
import { Panel } from '@manabiba/shared/ui/panel';
import { TextField } from '@manabiba/shared/ui/text-field';
import { Mail } from 'lucide-react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';

import { applicationError } from '../../core/participation/application-error';
import { CancelButton } from '../../core/participation/cancel-button';
import { TimeLeft } from '../../core/participation/time-left';
import { CheckoutSide } from './checkout-side';
import { EventCrumb } from './event-crumb';

import styles from './checkout.module.css';

const requestForm = z.object({ email });
type RequestForm = z.input<typeof requestForm>;

interface GuardianRequestProps {
  event: ClassroomEvent;
  ticket: AnyTicket;
  /** The latest consent request, if any. */
  consent: PurchaseConsent | null;
  /** Refetches the state. */
  onChanged: () => void;
}

/** Users aged 13 to 17 need a guardian's consent to buy; it is requested by mail. */
export function GuardianRequest({ event, ticket, consent, onChanged }: GuardianRequestProps) {
  return (
    <div className={styles.layout}>
      <div className={styles.main}>
        <EventCrumb event={event} />
        <h1>{consent?.state === 'asked' ? '保護者の方の同意を待っています。' : '保護者の方の同意が必要です。'}</h1>
        {consent?.state === 'asked' ? (
          <Waiting event={event} ticket={ticket} consent={consent} onChanged={onChanged} />
        ) : (
          <Request event={event} ticket={ticket} consent={consent} onChanged={onChanged} />
        )}
      </div>
      <aside className={styles.side} aria-label="お申し込み内容">
        <CheckoutSide event={event} ticket={ticket} />
      </aside>
    </div>
  );
}

function useRequest({ event, ticket, onChanged }: GuardianRequestProps) {
  const { run, isRunning, error } = useEndpointMutation(requestPurchaseConsent, {
    onSuccess: ({ guardianEmail }) => {
      toast.success(`${guardianEmail}に、同意をお願いするメールを送りました。`);
      onChanged();
    },
  });
  const ask = (guardianEmail: string) =>
    run({ params: { id: event.id }, body: { ticketTypeId: ticket.id, guardianEmail } }).catch(() => undefined);
  return { ask, isRunning, error: error && applicationError(error) };
}

function Request(props: GuardianRequestProps) {
  const { ticket, consent } = props;
  const { ask, isRunning, error } = useRequest(props);
  const { register, handleSubmit, formState } = useForm<RequestForm>({
    resolver: zodResolver(requestForm),
    defaultValues: { email: consent?.guardianEmail ?? '' },
  });
  const submit = handleSubmit(({ email: guardianEmail }) => ask(guardianEmail));
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {consent?.state === 'refused' && <Notice tone="warn">保護者の方の同意を得られませんでした。</Notice>}
      {consent?.state === 'expired' && <Notice tone="warn">期限までにお返事がありませんでした。</Notice>}
      <p>18歳未満の方のお申し込みには、保護者の方の確認をお願いしています。</p>
      {error && (
        <Notice tone="error" role="alert">
          {error}
        </Notice>
      )}
      <TextField
        label="保護者の方のメールアドレス"
        type="email"
        error={formState.errors.email?.message}
        {...register('email')}
      />
      <ul className={styles.facts}>
        <li>イベントの内容と、金額({formatYen(ticket.price)})をお伝えします。</li>
        <li>
          {ticket.kind === 'archive' ? 'お返事の期限は24時間です。' : 'お返事があるまで、お席を24時間お取りします。'}
        </li>
        <li>同意が届くと、お支払いに進めます。同意しない場合、料金はかかりません。</li>
      </ul>
      <Button type="submit" variant="primary" size="large" isBlock icon={<Icon icon={Mail} />} isLoading={isRunning}>
        同意をお願いする
      </Button>
    </form>
  );
}

function Waiting(props: GuardianRequestProps & { consent: PurchaseConsent }) {
  const { event, ticket, consent, onChanged } = props;
  const { ask, isRunning, error } = useRequest(props);
  return (
    <Panel className={styles.waiting}>
      <p>{consent.guardianEmail}に、同意をお願いするメールを送りました。お返事があると、お支払いに進めます。</p>
      {consent.holdExpiresAt && (
        <TimeLeft until={consent.holdExpiresAt} tone="ok" onEnd={onChanged}>
          {ticket.kind === 'archive'
            ? 'お返事をお待ちしています。'
            : 'お席をお取りしています。時間を過ぎると、お席はほかの方に回ります。'}
        </TimeLeft>
      )}
      {error && (
        <Notice tone="error" role="alert">
          {error}
        </Notice>
      )}
      <div className={styles.tools}>
        <Button isLoading={isRunning} onClick={() => void ask(consent.guardianEmail)}>
          もう一度送る
        </Button>
        {event.myParticipation && (
          <CancelButton event={event} participation={event.myParticipation} onSettled={onChanged} />
        )}
      </div>
    </Panel>
  );
}
