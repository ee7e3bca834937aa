import type { ProviderToken, SignUpStepsParams } from '@manabiba/shared/page/sign-up-steps';
import { isSignedIn, useMe } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Notice } from '@manabiba/shared/ui/notice';
import { Skeleton, SkeletonGroup } from '@manabiba/shared/ui/skeleton';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';

import { type MessageProps, RemotePart, type SlowProps } from '../../remotes/remote-part';
import { useRegistry, useRemotes } from '../../remotes/remotes-context';
import { NewAccountForm } from './sign-up-form';
import { useSignInActions } from './use-sign-in-call';

import styles from './sign-in.module.css';

/** Falls back to the plain form if the steps fail. */
const PlainContext = createContext<() => void>(() => undefined);

/** The sign-up steps by kind of account, rendered by a remote; without it a plain form serves most users. */
export function SignUpTab({
  askProvider,
  provided,
}: {
  askProvider: SignUpStepsParams['askProvider'];
  provided: ProviderToken | null;
}) {
  const remotes = useRemotes();
  useRegistry();
  const { completeSignUp } = useSignInActions();
  const [isPlain, setIsPlain] = useState(false);
  const params = useMemo(
    () => ({ letIn: completeSignUp, askProvider, provided }) satisfies SignUpStepsParams,
    [completeSignUp, askProvider, provided],
  );
  const [part] = remotes.fillers('sign-up-steps');
  if (!part || isPlain) return <PlainForm />;
  return (
    <PlainContext.Provider value={() => setIsPlain(true)}>
      <RemotePart
        name={part}
        label="新規登録"
        params={params}
        skeleton={<StepsSkeleton />}
        Slow={SlowSteps}
        Failed={FailedSteps}
      />
    </PlainContext.Provider>
  );
}

function SlowSteps({ children }: SlowProps) {
  const goPlain = useContext(PlainContext);
  return (
    <div className={styles.form}>
      <Notice
        role="status"
        action={
          <Button size="small" onClick={goPlain}>
            簡単なフォームで登録
          </Button>
        }
      >
        時間がかかっています。
      </Notice>
      {children}
    </div>
  );
}

function FailedSteps({ onRetry }: MessageProps) {
  return (
    <PlainForm
      notice={
        <Notice
          action={
            <Button size="small" onClick={onRetry}>
              もう一度試す
            </Button>
          }
        >
          登録の種類を選ぶ画面を表示できませんでした。一般・学生の方は、こちらから登録いただけます。
        </Notice>
      }
      onRetry={onRetry}
    />
  );
}

/** For a new user. Becoming a professional requires the steps. */
function PlainForm({ notice, onRetry }: { notice?: ReactNode; onRetry?: () => void }) {
  const me = useMe();
  if (isSignedIn(me))
    return (
      <ErrorState
        title="登録の画面を表示できませんでした。"
        hint="しばらくしてからもう一度お試しください。"
        onRetry={onRetry}
      />
    );
  return (
    <div className={styles.form}>
      {notice}
      <NewAccountForm />
    </div>
  );
}

function StepsSkeleton() {
  return (
    <SkeletonGroup className={styles.steps}>
      <div className={styles.form}>
        <Skeleton shape="title" width={40} />
        <Skeleton shape="button" width={100} />
        <Skeleton shape="button" width={100} />
        <Skeleton shape="button" width={100} />
      </div>
    </SkeletonGroup>
  );
}
