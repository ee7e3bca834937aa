import { callWebServer } from '@manabiba/shared/data/call-endpoint';
import type { ShownOverride } from '@manabiba/shared/page/boot-data';
import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { Code, FlaskConical, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

import styles from './override-sign.module.css';

/** What this browser gets in place of the live releases. */
interface OverrideSignProps {
  overrides?: readonly ShownOverride[] | undefined;
  environment?: string | undefined;
}

/**
 * Mounts the override sign in a separate React tree: it must be there whatever an unfinished remote does to the page.
 */
export function showOverrides(shown: OverrideSignProps): void {
  const place = document.createElement('div');
  document.body.append(place);
  createRoot(place).render(<OverrideSign {...shown} reload={() => location.reload()} />);
}

/** Lists the environment and the overridden remotes of this page, with a button to leave each. */
export function OverrideSign({ overrides = [], environment, reload }: OverrideSignProps & { reload: () => void }) {
  // All that a failed page had: they are left together.
  const isReplay = overrides.length > 2 && overrides.every(({ isFromSource }) => !isFromSource);
  return (
    <aside className={styles.sign} aria-label="このブラウザーだけの版">
      <ul>
        {environment && (
          <Shown
            icon={FlaskConical}
            words={`${environmentName[environment] ?? environment}環境を表示しています`}
            leaveLabel={`${environmentName[environment] ?? environment}環境を終了する`}
            leavePath="/environment"
            reload={reload}
          />
        )}
        {isReplay && (
          <Shown
            icon={FlaskConical}
            words={`確認版: ${overrides.map(({ remote, version }) => `${remote} ${version}`).join('、')}`}
            leaveLabel="確認版を終了する"
            leavePath="/override"
            reload={reload}
          />
        )}
        {(isReplay ? [] : overrides).map(({ remote, version, isFromSource }) => (
          <Shown
            key={remote}
            icon={isFromSource ? Code : FlaskConical}
            words={isFromSource ? `開発版: ${remote}` : `確認版: ${remote} ${version}`}
            leaveLabel={`${remote}の${isFromSource ? '開発版' : '確認版'}を終了する`}
            leavePath={`/override?remote=${encodeURIComponent(remote)}`}
            reload={reload}
          />
        ))}
      </ul>
    </aside>
  );
}

const environmentName: Record<string, string> = { preview: 'プレビュー' };

interface ShownProps {
  icon: LucideIcon;
  words: string;
  leaveLabel: string;
  leavePath: `/${string}`;
  reload: () => void;
}

function Shown({ icon, words, leaveLabel, leavePath, reload }: ShownProps) {
  const [state, setState] = useState<'shown' | 'leaving' | 'failed'>('shown');
  const leave = () => {
    setState('leaving');
    callWebServer('DELETE', leavePath).then(reload, () => setState('failed'));
  };
  return (
    <li className={styles.row}>
      <Icon icon={icon} />
      <span className={styles.words}>{words}</span>
      <Button size="small" aria-label={leaveLabel} isLoading={state === 'leaving'} onClick={leave}>
        終了する
      </Button>
      {state === 'failed' && <span role="alert">終了できませんでした。もう一度お試しください。</span>}
    </li>
  );
}
