import type { SignedInMe } from '@manabiba/shared/contract/users';
import { isSignedIn, useMe } from '@manabiba/shared/platform';
import { useSessionStore } from '@manabiba/shared/session/session-provider';
import type { SessionStore } from '@manabiba/shared/session/session-store';
import { Button } from '@manabiba/shared/ui/button';
import { Dialog } from '@manabiba/shared/ui/dialog';
import { useMemo, useState } from 'react';

import { EmailSignInForm } from '../pages/sign-in/email-form';
import { useIdentityProvider } from '../pages/sign-in/identity/identity-provider';
import { SchoolSignInForm } from '../pages/sign-in/school/school-form';
import { stealSessionLock } from '../pages/sign-in/steal-session-lock';
import { useSecondStep } from '../pages/sign-in/use-second-step';
import { type SignInCall, SignInProvider } from '../pages/sign-in/use-sign-in-call';
import { enterSession } from './enter-session';

import styles from './sign-in-again.module.css';

/** Asks a user whose session has ended to sign in again, in a dialog above the page, which keeps everything typed. */
export function SignInAgain({ startOver }: { startOver: () => void }) {
  const me = useMe();
  const store = useSessionStore();
  const [isLeaving, setIsLeaving] = useState(false);
  const actions = useMemo(() => {
    const completeSignIn = (call: SignInCall) => resumeSession(store, call, startOver);
    return { completeSignIn, completeSignUp: completeSignIn };
  }, [store, startOver]);
  const { step, completeSignIn } = useSecondStep(actions.completeSignIn);
  if (!isSignedIn(me)) return null;
  if (isLeaving) return <ReallyLeave onStay={() => setIsLeaving(false)} onLeave={startOver} />;
  return (
    <Dialog isOpen title="ログインの有効期限が切れました" size="small" onClose={() => setIsLeaving(true)}>
      <div className={styles.body}>
        <p>{me.nickname}さんとしてもう一度ログインすると、この画面の続きに戻ります。入力した内容は残っています。</p>
        {step}
        <div hidden={step !== null}>
          <SignInProvider value={{ ...actions, completeSignIn }}>
            <Form me={me} />
          </SignInProvider>
        </div>
        <p className={styles.note}>ほかの方がログインすると、入力した内容は消えます。</p>
      </div>
    </Dialog>
  );
}

function Form({ me }: { me: SignedInMe }) {
  const [isPupil, setIsPupil] = useState(me.isPartnerSchoolStudent);
  const { ask, dialog } = useIdentityProvider();
  if (isPupil) return <SchoolSignInForm canLeave={false} onBack={() => setIsPupil(false)} />;
  return (
    <>
      <EmailSignInForm
        email={me.email ?? ''}
        isReturning
        askProvider={ask}
        onSchool={() => setIsPupil(true)}
        onNewcomer={() => undefined}
      />
      {dialog}
    </>
  );
}

function ReallyLeave({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <Dialog
      isOpen
      title="ログインせずに続けますか"
      size="small"
      onClose={onStay}
      footer={
        <>
          <Button onClick={onStay}>ログインに戻る</Button>
          <Button variant="danger" onClick={onLeave}>
            ログインせずに続ける
          </Button>
        </>
      }
    >
      <p>この画面で入力した内容は消えます。</p>
    </Dialog>
  );
}

/** Lets the same user continue where they were; for anyone else the page is reloaded. */
function resumeSession(store: SessionStore, call: SignInCall, startOver: () => void): Promise<void> {
  return stealSessionLock(async () => {
    const { user } = await call();
    const { me } = store.getState();
    if (user.id !== me?.id) return startOver();
    enterSession(store, user);
    store.setState({ isExpired: false });
  });
}
