import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { claimGuestTicket } from '@manabiba/shared/data/endpoints';
import {
  isSignedIn,
  Link,
  paths,
  toast,
  useEndpointMutation,
  useMe,
  useNavigate,
  useSearchParams,
} from '@manabiba/shared/platform';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { useEffect, useEffectEvent } from 'react';

import styles from './tickets.module.css';

interface ClaimProps {
  token: string;
  event: Pick<ClassroomEvent, 'title'>;
  /** The address the link was sent to; empty for a further seat of a purchase. */
  email: string;
}

/** Query parameter set after sign-up for this ticket: the ticket is claimed without another click. */
const CLAIM = 'claim';

/** What an account is needed for, and how it takes over the ticket with its seat. */
export function GuestClaim({ token, event, email }: ClaimProps) {
  const me = useMe();
  const [search] = useSearchParams();
  const { claim, isRunning } = useClaim(token, event.title);
  // A user who was only forwarded the link has another e-mail address and must claim the ticket explicitly.
  const isAwaited = isSignedIn(me) && me.email === email && search.has(CLAIM);
  const claimAtOnce = useEffectEvent(claim);
  useEffect(() => {
    if (isAwaited) claimAtOnce();
  }, [isAwaited]);
  if (isSignedIn(me))
    return (
      <div className={styles.claim}>
        <p>参加するには、チケットをアカウントで受け取ってください。受け取ると、このリンクは使えなくなります。</p>
        <Button variant="primary" isLoading={isRunning} onClick={claim}>
          このアカウントで受け取る
        </Button>
      </div>
    );
  const next = `${paths.guestTicket.href({ guestToken: token })}?${CLAIM}=1`;
  return (
    <div className={styles.claim}>
      <p>
        発言やコメントをするには、無料のアカウントが必要です。
        {email === ''
          ? '作成してこのリンクを開くと、お席はそのまま、このチケットを受け取れます。'
          : `${email}で作成すると、お席はそのまま、このチケットを自動で受け取ります。`}
      </p>
      <Link
        className={buttonClass({ variant: 'secondary' })}
        to={paths.signIn.href({}, { tab: 'signup', next })}
        state={email === '' ? {} : { email }}
      >
        アカウントを作成
      </Link>
      <Link className={buttonClass({ variant: 'ghost' })} to={paths.signIn.href({}, { next })}>
        ログイン
      </Link>
    </div>
  );
}

/** Claims the ticket, then navigates to the classroom if it is already open, otherwise to the ticket list. */
function useClaim(token: string, title: string) {
  const navigate = useNavigate();
  const { run, isRunning } = useEndpointMutation(claimGuestTicket, {
    onSuccess: ({ joinUrl }) => {
      toast.success('チケットを受け取りました。');
      void navigate(joinUrl ?? paths.tickets.href(), { replace: true });
    },
    onError: (error) =>
      toast.error(error.code === 'already' ? `「${title}」には、すでにお申し込み済みです。` : error.message),
  });
  const claim = () => void run({ params: { token } }).catch(() => undefined);
  return { claim, isRunning };
}
