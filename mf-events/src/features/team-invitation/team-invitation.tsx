import { rolesInWords } from '@manabiba/shared/contract/event-rights';
import type { TeamInvitation } from '@manabiba/shared/contract/event-team';
import { acceptTeamInvitation, declineTeamInvitation } from '@manabiba/shared/data/endpoints';
import { formatDateTime } from '@manabiba/shared/format/date-time';
import { isSignedIn, Link, paths, toast, useEndpointMutation, useMe, useNavigate } from '@manabiba/shared/platform';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';
import { Panel } from '@manabiba/shared/ui/panel';
import { useState } from 'react';

import { failureSentence } from '../../core/organizing/form-errors';

import styles from './team-invitation.module.css';

interface TeamInvitationProps {
  token: string;
  invitation: TeamInvitation;
  /** It has been declined, and the link opens nothing any more. */
  onDeclined: () => void;
}

/** What somebody is invited to, and their answer. */
export function TeamInvitationPanel({ token, invitation, onDeclined }: TeamInvitationProps) {
  const { eventTitle, startAt, ownerName, email, roles, expiresAt } = invitation;
  return (
    <Panel className={styles.invitation}>
      <p>{ownerName}さんから、イベントの運営メンバーに招待されています。</p>
      <dl className={styles.facts}>
        <div>
          <dt>イベント</dt>
          <dd>{eventTitle}</dd>
        </div>
        <div>
          <dt>日時</dt>
          <dd>{formatDateTime(startAt)}</dd>
        </div>
        <div>
          <dt>役割</dt>
          <dd>{rolesInWords(roles)}</dd>
        </div>
        <div>
          <dt>期限</dt>
          <dd>{formatDateTime(expiresAt)}</dd>
        </div>
      </dl>
      <Answer token={token} email={email} />
      <Decline token={token} onDeclined={onDeclined} />
    </Panel>
  );
}

/** Accepts with the account that is signed in, after naming it; otherwise leads to one. */
function Answer({ token, email }: { token: string; email: string }) {
  const me = useMe();
  const navigate = useNavigate();
  const { run, isRunning } = useEndpointMutation(acceptTeamInvitation, {
    onSuccess: ({ eventId }) => {
      toast.success('運営メンバーになりました。');
      void navigate(paths.editEvent.href({ id: eventId }), { replace: true });
    },
    onError: (error) => toast.error(failureSentence(error)),
  });
  const next = paths.teamInvitation.href({ invitationToken: token });
  if (!isSignedIn(me))
    return (
      <div className={styles.answer}>
        <p className={styles.note}>
          {`参加するには、まなびばのアカウントが必要です。${email}以外のアドレスのアカウントでも参加できます。`}
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
        {`いまログインしているアカウント「${me.nickname}」${me.email ? `(${me.email})` : ''}で参加します。別のアカウントで参加するときは、ログアウトしてから、もう一度このリンクを開いてください。`}
      </p>
      <Button
        variant="primary"
        isBlock
        isLoading={isRunning}
        onClick={() => void run({ params: { token } }).catch(() => undefined)}
      >
        {`「${me.nickname}」で参加する`}
      </Button>
    </div>
  );
}

function Decline({ token, onDeclined }: { token: string; onDeclined: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const { run, isRunning } = useEndpointMutation(declineTeamInvitation, {
    onSuccess: onDeclined,
    onError: (error) => {
      toast.error(failureSentence(error));
      setIsAsking(false);
    },
  });
  return (
    <>
      <Button variant="ghost" isBlock onClick={() => setIsAsking(true)}>
        辞退する
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void run({ params: { token } }).catch(() => undefined)}
        title="招待を辞退しますか"
        confirmLabel="辞退する"
        isLoading={isRunning}
      >
        このリンクは使えなくなります。
      </ConfirmDialog>
    </>
  );
}
