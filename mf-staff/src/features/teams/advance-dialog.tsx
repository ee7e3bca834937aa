import { wordsOfAudience } from '@manabiba/shared/contract/release-words';
import type { LiveRemote, Rollout } from '@manabiba/shared/contract/staff-releases';
import { advanceRollout } from '@manabiba/shared/data/endpoints';
import { useEndpointMutation } from '@manabiba/shared/platform';
import { Select } from '@manabiba/shared/ui/select';
import { useState } from 'react';

import { ReasonDialog } from '../../core/reason-dialog';
import { useDialogCall } from '../../core/use-dialog-call';
import { STALE_RELEASE } from './team-words';

interface AdvanceDialogProps {
  remote: LiveRemote;
  rollout: Rollout;
  onStale: () => void;
  onClose: () => void;
}

const SHARES = [5, 10, 25, 50, 75, 90];
const EVERYONE = 'all';

/** Shares to which a rollout may advance; the last is everyone. */
function choicesOf({ percent, rule }: Rollout): { value: string; label: string }[] {
  const shares = rule === null ? SHARES : [...SHARES, 100];
  return [
    ...shares
      .filter((share) => share > percent)
      .map((share) => ({ value: String(share), label: wordsOfAudience({ rule, percent: share }) ?? '' })),
    { value: EVERYONE, label: '全員に公開' },
  ];
}

/** Asks to whom a rollout is to advance, and why. */
export function AdvanceDialog({ remote: { remote, revision }, rollout, onStale, onClose }: AdvanceDialogProps) {
  const choices = choicesOf(rollout);
  const [share, setShare] = useState(choices[0]?.value ?? EVERYONE);
  const { run, isRunning } = useEndpointMutation(advanceRollout);
  const { make, reasonError } = useDialogCall({
    done: '一部公開を広げました。',
    stale: { conflict: STALE_RELEASE },
    onStale,
    onClose,
  });
  const percent = share === EVERYONE ? null : Number(share);
  return (
    <ReasonDialog
      title={`${remote}の一部公開を広げますか`}
      label={percent === null ? '全員に公開する' : '広げる'}
      error={reasonError}
      isRunning={isRunning}
      onSubmit={(reason) => void make(() => run({ params: { remote }, body: { revision, percent, reason } }))}
      onClose={onClose}
    >
      <p>
        {rollout.version} は、いま{wordsOfAudience(rollout)}に表示しています。
      </p>
      <Select label="表示する相手" options={choices} value={share} onChange={(event) => setShare(event.target.value)} />
    </ReasonDialog>
  );
}
