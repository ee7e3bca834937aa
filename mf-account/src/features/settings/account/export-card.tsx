import type { SignedInMe } from '@manabiba/shared/contract/users';
import { createDataExport } from '@manabiba/shared/data/endpoints';
import { showMessageFor, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { SettingCard } from '@manabiba/shared/ui/setting-card';
import { Download } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';

import styles from '../settings.module.css';

/** Loaded lazily: few users ask for it. */
const ExportResult = lazy(() => import('./export-result').then((module) => ({ default: module.ExportResult })));

/** Exports all data about the user as a file: by a link in a mail, or directly when no address is verified. */
export function ExportCard({ id, me }: { id: string; me: SignedInMe }) {
  const [made, setMade] = useState<{ url: string | null }>();
  const { run, isRunning } = useEndpointMutation(createDataExport, { onSuccess: setMade, onError: showMessageFor });
  return (
    <SettingCard id={id} title="データの書き出し">
      <div className={styles.fields}>
        <div className={styles.split}>
          <p className={styles.small}>プロフィール、予約、コメント、購入履歴をまとめてダウンロードできます。</p>
          <Button
            icon={<Icon icon={Download} />}
            isLoading={isRunning}
            onClick={() => void run({}).catch(() => undefined)}
          >
            書き出す
          </Button>
        </div>
        {made && (
          <Suspense>
            <ExportResult me={me} url={made.url} />
          </Suspense>
        )}
      </div>
    </SettingCard>
  );
}
