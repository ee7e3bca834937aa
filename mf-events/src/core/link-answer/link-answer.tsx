import { isSignedIn, Link, paths, useMe } from '@manabiba/shared/platform';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';
import { useState } from 'react';

import styles from './link-answer.module.css';

/** What the link of a mail is about, as terms with their values. */
export function LinkFacts({ facts }: { facts: readonly (readonly [string, string])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface AccountAnswerProps {
  /** What is done with the account, as a verb: 「参加する」 and its potential form. */
  act: string;
  mayAct: string;
  /** The address that the mail was sent to. */
  email: string;
  /** The page to return to after signing in. */
  next: string;
  isRunning: boolean;
  onAccept: () => void;
}

/** Accepts with the account that is signed in, after naming it; otherwise leads to one. */
export function AccountAnswer({ act, mayAct, email, next, isRunning, onAccept }: AccountAnswerProps) {
  const me = useMe();
  if (!isSignedIn(me))
    return (
      <div className={styles.answer}>
        <p className={styles.note}>
          {`${act}には、まなびばのアカウントが必要です。${email}以外のアドレスのアカウントでも${mayAct}。`}
        </p>
        <Link
          className={buttonClass({ variant: 'primary', isBlock: true })}
          to={paths.signIn.href({}, { tab: 'signup', next })}
          state={{ email }}
        >
          アカウントを作成
        </Link>
        <Link className={buttonClass({ isBlock: true })} to={paths.signIn.href({}, { next })}>
          ログイン
        </Link>
      </div>
    );
  return (
    <div className={styles.answer}>
      <p className={styles.note}>
        {`いまログインしているアカウント「${me.nickname}」${me.email ? `(${me.email})` : ''}で${act}場合は、下のボタンを押してください。別のアカウントで${act}ときは、ログアウトしてから、もう一度このリンクを開いてください。`}
      </p>
      <Button variant="primary" isBlock isLoading={isRunning} onClick={onAccept}>
        {`「${me.nickname}」で${act}`}
      </Button>
    </div>
  );
}

interface DeclineAnswerProps {
  title: string;
  isRunning: boolean;
  /** Rejects when it was not declined. */
  onDecline: () => Promise<unknown>;
}

/** Declines after a confirmation, with or without an account. */
export function DeclineAnswer({ title, isRunning, onDecline }: DeclineAnswerProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button variant="ghost" isBlock onClick={() => setIsAsking(true)}>
        辞退する
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void onDecline().catch(() => setIsAsking(false))}
        title={title}
        confirmLabel="辞退する"
        isLoading={isRunning}
      >
        このリンクは使えなくなります。
      </ConfirmDialog>
    </>
  );
}

/** Leads on where the link has no answer to give. */
export function EventsLink() {
  return (
    <Link className={buttonClass({ variant: 'primary' })} to={paths.events.href()}>
      イベントの一覧を開く
    </Link>
  );
}
