import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { TicketType } from '@manabiba/shared/contract/tickets';
import { getPurchaseConsent } from '@manabiba/shared/data/endpoints';
import { isSignedIn, RefusalPage, useEndpoint, useMe } from '@manabiba/shared/platform';
import { Notice } from '@manabiba/shared/ui/notice';
import { SkeletonDetail } from '@manabiba/shared/ui/skeleton';

import { GuardianRequest } from './guardian-request';
import { PayForm } from './pay-form';
import { usePayment } from './use-payment';

/** The answer of a guardian is looked for this often. */
const CONSENT_MS = 15_000;

export interface FormProps {
  event: ClassroomEvent;
  ticket: TicketType;
  /** What a payment elsewhere has come back with. */
  returnError?: string;
  /** Numbers for a store are there: they end with the next attempt. */
  isSwitching: boolean;
  /** Asks again how it stands. */
  onChanged: () => void;
  onExpired: () => void;
}

/** Somebody who may need a guardian is asked for nothing before that is known. */
export function PersonForm(props: FormProps) {
  const { event, ticket, onChanged } = props;
  const me = useMe();
  const mayNeedGuardian = isSignedIn(me) && me.isStudentAge;
  const { data, error, retry } = useEndpoint(
    getPurchaseConsent,
    mayNeedGuardian ? { params: { id: event.id } } : null,
    { maxAgeSeconds: 0, refreshIntervalMs: CONSENT_MS },
  );
  if (!mayNeedGuardian) return <Form {...props} />;
  if (!data) return error ? <RefusalPage error={error} onRetry={retry} /> : <SkeletonDetail />;
  const consent = data.consent?.ticketTypeId === ticket.id ? data.consent : null;
  if (!data.isNeeded || consent?.state === 'given') return <Form {...props} />;
  const handleChange = () => {
    retry();
    onChanged();
  };
  return <GuardianRequest event={event} ticket={ticket} consent={consent} onChanged={handleChange} />;
}

/** Pays with an account. The seat is kept from the beginning. */
function Form({ event, ticket, returnError, isSwitching, onChanged, onExpired }: FormProps) {
  const payment = usePayment({ event, ticket, onChanged });
  const before = event.myParticipation?.state === 'held' ? event.myParticipation.paymentMethod : null;
  return (
    <PayForm
      event={event}
      ticket={ticket}
      payment={payment}
      {...(before && { firstMethod: before })}
      notice={
        isSwitching ? (
          <Notice>別の方法でお支払いを始めると、コンビニの支払い番号は使えなくなります。</Notice>
        ) : (
          returnError &&
          !payment.refusal &&
          !payment.isPaying && (
            <Notice tone="error" role="alert">
              {returnError}
            </Notice>
          )
        )
      }
      onExpired={onExpired}
    />
  );
}
