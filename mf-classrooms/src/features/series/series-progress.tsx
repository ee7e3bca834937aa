import type { SeriesDetail } from '@manabiba/shared/contract/series';
import { useLazyComponent } from '@manabiba/shared/loading/use-lazy-component';
import { Link, paths } from '@manabiba/shared/platform';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { Panel } from '@manabiba/shared/ui/panel';
import { Award } from 'lucide-react';
import { useState } from 'react';

import styles from './series.module.css';

const loadDialog = () =>
  import(/* webpackChunkName: "series-tools" */ './certificate-dialog').then((module) => module.CertificateDialog);

/** How far the viewer has come, and the certificate once they have come far enough. */
export function SeriesProgress({ series: { id, progress } }: { series: SeriesDetail }) {
  const [isAsking, setIsAsking] = useState(false);
  const { component: CertificateDialog, fetch } = useLazyComponent(loadDialog);
  if (!progress || progress.doneCount === 0) return null;
  const { doneCount, dateCount, isComplete, certificateCode: code } = progress;
  return (
    <Panel>
      <p className={styles.summary}>
        <strong>{`${dateCount}回のうち${doneCount}回`}</strong>
        を受講しました
      </p>
      <progress className={styles.bar} value={doneCount} max={dateCount} aria-label="受講した回" />
      {code !== null ? (
        <Link className={buttonClass()} to={paths.certificate.href({ certificateToken: code })}>
          <Icon icon={Award} />
          修了証を見る
        </Link>
      ) : isComplete ? (
        <Button variant="primary" icon={<Icon icon={Award} />} onClick={() => void fetch().then(setIsAsking)}>
          修了証を受け取る
        </Button>
      ) : (
        <p className={styles.hint}>
          8割以上の回に参加するか、アーカイブで見ると、最後の回のあとに修了証を受け取れます。
        </p>
      )}
      {CertificateDialog && isAsking && <CertificateDialog seriesId={id} onClose={() => setIsAsking(false)} />}
    </Panel>
  );
}
