import { callWebServer } from '@manabiba/shared/data/call-endpoint';
import type { ShownOverride } from '@manabiba/shared/page/boot-data';
import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { Code, FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

import styles from './override-sign.module.css';

/**
 * Mounts the override sign in a separate React tree: it must be there whatever an unfinished remote does to the page.
 */
export function showOverrides(overrides: readonly ShownOverride[]): void {
  const place = document.createElement('div');
  document.body.append(place);
  createRoot(place).render(<OverrideSign overrides={overrides} reload={() => location.reload()} />);
}

interface OverrideSignProps {
  overrides: readonly ShownOverride[];
  reload: () => void;
}

/** Lists the overridden remotes of this page, with a button to leave each. */
export function OverrideSign({ overrides, reload }: OverrideSignProps) {
  return (
    <aside className={styles.sign} aria-label="このブラウザーだけの版">
      <ul>
        {overrides.map((override) => (
          <Overridden key={override.remote} override={override} reload={reload} />
        ))}
      </ul>
    </aside>
  );
}

function Overridden({
  override: { remote, version, isFromSource },
  reload,
}: {
  override: ShownOverride;
  reload: () => void;
}) {
  const [state, setState] = useState<'shown' | 'leaving' | 'failed'>('shown');
  const leave = () => {
    setState('leaving');
    callWebServer('DELETE', `/override?remote=${encodeURIComponent(remote)}`).then(reload, () => setState('failed'));
  };
  return (
    <li className={styles.row}>
      <Icon icon={isFromSource ? Code : FlaskConical} />
      <span className={styles.words}>{isFromSource ? `開発版: ${remote}` : `確認版: ${remote} ${version}`}</span>
      <Button
        size="small"
        aria-label={`${remote}の${isFromSource ? '開発版' : '確認版'}を終了する`}
        isLoading={state === 'leaving'}
        onClick={leave}
      >
        終了する
      </Button>
      {state === 'failed' && <span role="alert">終了できませんでした。もう一度お試しください。</span>}
    </li>
  );
}
