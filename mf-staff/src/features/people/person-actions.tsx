import type { PersonRecord } from '@manabiba/shared/contract/staff-people';
import {
  proposeRole,
  reinstatePerson,
  signOutPerson,
  suspendPerson,
  withdrawPersonConsent,
} from '@manabiba/shared/data/endpoints';
import { useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { useState } from 'react';

import { ReasonDialog } from '../../core/reason-dialog';
import { useDialogCall } from '../../core/use-dialog-call';

import styles from './people.module.css';

const actions = {
  suspend: {
    label: '利用を停止する',
    title: (name: string) => `${name}さんの利用を停止しますか`,
    consequence:
      'いまいる教室から退室し、予定している教室は中止になります。理由は本人と、18歳未満の方では同意した保護者に、メールで届きます。',
    field: '本人に届く理由',
    done: '利用を停止しました。',
    isDanger: true,
  },
  reinstate: {
    label: '停止を解除する',
    title: (name: string) => `${name}さんの停止を解除しますか`,
    consequence:
      '停止の前と同じように使えるようになります。本人と、18歳未満の方では同意した保護者に、メールで届きます。理由は届きません。',
    field: '解除する理由(記録に残ります)',
    done: '停止を解除しました。',
    isDanger: false,
  },
  signOut: {
    label: 'すべての端末からログアウトさせる',
    title: (name: string) => `${name}さんをすべての端末からログアウトさせますか`,
    consequence: '本人がもう一度ログインするまで、どの端末でも使えません。',
    field: 'ログアウトさせる理由(記録に残ります)',
    done: 'すべての端末からログアウトさせました。',
    isDanger: false,
  },
  withdrawConsent: {
    label: '保護者の同意を取り消す',
    title: (name: string) => `${name}さんの保護者の同意を取り消しますか`,
    consequence: '保護者からの申し出を、メールのほかの方法で受けたときに使います。発言と購入ができなくなります。',
    field: '取り消す理由(記録に残ります)',
    done: '保護者の同意を取り消しました。',
    isDanger: true,
  },
  giveRole: {
    label: 'スタッフの役割を提案する',
    title: (name: string) => `${name}さんにスタッフの役割を付けることを提案しますか`,
    consequence: 'もうひとりのスタッフが承認すると、スタッフになります。',
    field: '提案する理由(記録に残ります)',
    done: '提案しました。もうひとりのスタッフの承認を待っています。',
    isDanger: false,
  },
  takeRole: {
    label: 'スタッフの役割の取り消しを提案する',
    title: (name: string) => `${name}さんのスタッフの役割を取り消すことを提案しますか`,
    consequence: 'もうひとりのスタッフが承認すると、スタッフではなくなります。',
    field: '提案する理由(記録に残ります)',
    done: '提案しました。もうひとりのスタッフの承認を待っています。',
    isDanger: true,
  },
} as const;
type Action = keyof typeof actions;

/** The actions that fit a user, in the order of their buttons. */
function actionsFor({ state, role, sessionCount, guardian }: PersonRecord): readonly Action[] {
  const offered: readonly (readonly [Action, boolean])[] = [
    ['signOut', sessionCount > 0],
    ['giveRole', role === 'user' && state === 'active'],
    ['takeRole', role === 'staff'],
    ['withdrawConsent', guardian !== null && guardian.consentedAt !== null],
    ['reinstate', state === 'suspended'],
    ['suspend', state !== 'suspended' && state !== 'withdrawn'],
  ];
  return offered.flatMap(([action, isOffered]) => (isOffered ? [action] : []));
}

/** The actions of staff on a user, each with a reason. */
export function PersonActions({ person }: { person: PersonRecord }) {
  const [asking, setAsking] = useState<Action | null>(null);
  return (
    <div className={styles.buttons}>
      {actionsFor(person).map((action) => (
        <Button key={action} variant={action === 'suspend' ? 'danger' : 'secondary'} onClick={() => setAsking(action)}>
          {actions[action].label}
        </Button>
      ))}
      {asking && <ActionDialog action={asking} person={person} onClose={() => setAsking(null)} />}
    </div>
  );
}

/** The call of an action, which takes the reason. */
function useAction(action: Action, userId: string) {
  const role = useEndpointMutation(proposeRole);
  const calls = {
    suspend: useEndpointMutation(suspendPerson),
    reinstate: useEndpointMutation(reinstatePerson),
    signOut: useEndpointMutation(signOutPerson),
    withdrawConsent: useEndpointMutation(withdrawPersonConsent),
  };
  const params = { userId };
  if (action === 'giveRole' || action === 'takeRole') {
    const change = action === 'giveRole' ? ('give' as const) : ('take' as const);
    return { isRunning: role.isRunning, run: (reason: string) => role.run({ params, body: { change, reason } }) };
  }
  const { run, isRunning } = calls[action];
  return { isRunning, run: (reason: string) => run({ params, body: { reason } }) };
}

interface ActionDialogProps {
  action: Action;
  person: PersonRecord;
  onClose: () => void;
}

/** Asks for the reason and carries out an action. Keeps the typed text when the call fails. */
function ActionDialog({ action, person: { userId, nickname }, onClose }: ActionDialogProps) {
  const { label, title, consequence, field, done, isDanger } = actions[action];
  const { run, isRunning } = useAction(action, userId);

  const { make, reasonError } = useDialogCall({
    done,
    stale: { conflict: 'この方の状態が変わりました。新しい内容を確かめてください。' },
    onClose,
  });

  return (
    <ReasonDialog
      title={title(nickname)}
      label={label}
      field={field}
      isDanger={isDanger}
      error={reasonError}
      isRunning={isRunning}
      onSubmit={(reason) => void make(() => run(reason))}
      onClose={onClose}
    >
      <p>{consequence}</p>
    </ReasonDialog>
  );
}
