import { rolesInWords } from '@manabiba/shared/contract/team-rights';
import type { TeamInvitation } from '@manabiba/shared/contract/teams';
import { acceptTeamInvitation, declineTeamInvitation } from '@manabiba/shared/data/endpoints';
import { formatDateTime } from '@manabiba/shared/format/date-time';
import { paths, toast, useEndpointMutation, useNavigate } from '@manabiba/shared/platform';
import { Panel } from '@manabiba/shared/ui/panel';

import { AccountAnswer, DeclineAnswer, LinkFacts } from '../../core/link-answer/link-answer';
import { failureSentence } from '../../core/organizing/form-errors';

import styles from '../../core/link-answer/link-answer.module.css';

interface TeamInvitationProps {
  token: string;
  invitation: TeamInvitation;
  /** It has been declined, and the link opens nothing any more. */
  onDeclined: () => void;
}

/** What the viewer is invited to, and their answer. */
export function TeamInvitationPanel({ token, invitation, onDeclined }: TeamInvitationProps) {
  const { kind, title, startAt, ownerName, email, roles, expiresAt } = invitation;
  const noun = kind === 'event' ? 'イベント' : '連続講座';
  const navigate = useNavigate();
  const params = { token };
  const accept = useEndpointMutation(acceptTeamInvitation, {
    onSuccess: ({ id }) => {
      toast.success('運営メンバーになりました。');
      void navigate((kind === 'event' ? paths.editEvent : paths.series).href({ id }), { replace: true });
    },
    onError: (error) => toast.error(failureSentence(error)),
  });
  const decline = useEndpointMutation(declineTeamInvitation, {
    onSuccess: onDeclined,
    onError: (error) => toast.error(failureSentence(error)),
  });
  return (
    <Panel className={styles.panel}>
      <p>{`${ownerName}さんから、${noun}の運営メンバーに招待されています。`}</p>
      <LinkFacts
        facts={[
          [noun, title],
          ...(startAt === null ? [] : [['日時', formatDateTime(startAt)] as const]),
          ['役割', rolesInWords(roles)],
          ['期限', formatDateTime(expiresAt)],
        ]}
      />
      <AccountAnswer
        act="参加する"
        mayAct="参加できます"
        email={email}
        next={paths.teamInvitation.href({ invitationToken: token })}
        isRunning={accept.isRunning}
        onAccept={() => void accept.run({ params }).catch(() => undefined)}
      />
      <DeclineAnswer
        title="招待を辞退しますか"
        isRunning={decline.isRunning}
        onDecline={() => decline.run({ params })}
      />
    </Panel>
  );
}
