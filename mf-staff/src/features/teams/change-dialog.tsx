import type { LiveRemote } from '@manabiba/shared/contract/staff-releases';
import { bringBackRemote, retireRemote, rollBackRelease } from '@manabiba/shared/data/endpoints';
import { useEndpointMutation } from '@manabiba/shared/platform';

import { ReasonDialog } from '../../core/reason-dialog';
import { useDialogCall } from '../../core/use-dialog-call';
import { STALE_RELEASE } from './team-words';

/** A change that needs nothing but a reason. */
export type Change = 'stop' | 'rollBack' | 'retire' | 'bringBack';

interface Words {
  title: (remote: LiveRemote) => string;
  consequences: (remote: LiveRemote) => string;
  label: string;
  done: string;
  isDanger: boolean;
}

const words: Readonly<Record<Change, Words>> = {
  stop: {
    title: ({ remote }) => `${remote}の一部公開を取り下げますか`,
    consequences: ({ version, rollout }) =>
      `${rollout?.version ?? ''} は表示されなくなり、全員に ${version} が表示されます。`,
    label: '取り下げる',
    done: '一部公開を取り下げました。',
    isDanger: false,
  },
  rollBack: {
    title: ({ remote }) => `${remote}を前のバージョンに戻しますか`,
    consequences: ({ version, previousVersion, goesBackWith }) =>
      `全員に ${previousVersion ?? ''} が表示されます。${version} は表示されなくなります。${
        goesBackWith.length > 0 ? `同時に公開した ${goesBackWith.join('、')} も、前のバージョンに戻ります。` : ''
      }`,
    label: '前に戻す',
    done: '前のバージョンに戻しました。',
    isDanger: true,
  },
  retire: {
    title: ({ remote }) => `${remote}の提供を終えますか`,
    consequences: () =>
      'この機能のページは、全員に「提供を終了しました」と表示されます。一部公開とプレビューも終わります。',
    label: '提供を終える',
    done: '提供を終えました。',
    isDanger: true,
  },
  bringBack: {
    title: ({ remote }) => `${remote}の提供を再開しますか`,
    consequences: ({ version }) =>
      `最後に公開していた ${version} が、全員に表示されます。それより前のバージョンには戻せません。`,
    label: '再開する',
    done: '提供を再開しました。',
    isDanger: false,
  },
};

interface ChangeDialogProps {
  change: Change;
  remote: LiveRemote;
  onStale: () => void;
  onClose: () => void;
}

/** Asks for the reason of a change of a remote, and makes it. */
export function ChangeDialog({ change, remote: entry, onStale, onClose }: ChangeDialogProps) {
  const { title, consequences, label, done, isDanger } = words[change];
  const { remote, revision } = entry;
  const calls = {
    rollBack: useEndpointMutation(rollBackRelease),
    retire: useEndpointMutation(retireRemote),
    bringBack: useEndpointMutation(bringBackRemote),
  };
  const { run, isRunning } = calls[change === 'stop' ? 'rollBack' : change];
  const { make, reasonError } = useDialogCall({ done, stale: { conflict: STALE_RELEASE }, onStale, onClose });
  return (
    <ReasonDialog
      title={title(entry)}
      label={label}
      isDanger={isDanger}
      error={reasonError}
      isRunning={isRunning}
      onSubmit={(reason) => void make(() => run({ params: { remote }, body: { revision, reason } }))}
      onClose={onClose}
    >
      <p>{consequences(entry)}</p>
    </ReasonDialog>
  );
}
