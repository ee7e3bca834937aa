import type { LiveRemote } from '@manabiba/shared/contract/staff-releases';
import { Button } from '@manabiba/shared/ui/button';
import { useState } from 'react';

import { AdvanceDialog } from './advance-dialog';
import { type Change, ChangeDialog } from './change-dialog';

import styles from './teams.module.css';

interface ReleaseActionsProps {
  remote: LiveRemote;
  /** Called when another change came first and the shown data is outdated. */
  onStale: () => void;
}

/** What can be done about a remote now. Each action asks for its reason. */
export function ReleaseActions({ remote: entry, onStale }: ReleaseActionsProps) {
  const [asked, setAsked] = useState<'advance' | Change | null>(null);
  const { remote, isRetired, rollout, previousVersion, canBringBack } = entry;
  const given = { remote: entry, onStale, onClose: () => setAsked(null) };
  return (
    <span className={styles.actions}>
      {rollout && (
        <>
          <Button size="small" aria-label={`${remote}の一部公開を広げる`} onClick={() => setAsked('advance')}>
            広げる
          </Button>
          <Button size="small" aria-label={`${remote}の一部公開を取り下げる`} onClick={() => setAsked('stop')}>
            取り下げる
          </Button>
        </>
      )}
      {!rollout && previousVersion !== null && (
        <Button size="small" aria-label={`${remote}を前のバージョンに戻す`} onClick={() => setAsked('rollBack')}>
          前に戻す
        </Button>
      )}
      {!isRetired && (
        <Button size="small" aria-label={`${remote}の提供を終える`} onClick={() => setAsked('retire')}>
          提供を終える
        </Button>
      )}
      {canBringBack && (
        <Button size="small" aria-label={`${remote}の提供を再開する`} onClick={() => setAsked('bringBack')}>
          再開する
        </Button>
      )}
      {isRetired && !canBringBack && <span className={styles.soft}>ファイルは残っていません。</span>}
      {asked === 'advance' && rollout && <AdvanceDialog {...given} rollout={rollout} />}
      {asked !== null && asked !== 'advance' && <ChangeDialog {...given} change={asked} />}
    </span>
  );
}
