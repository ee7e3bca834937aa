import { MAX_CERTIFICATE_NAME_LENGTH } from '@manabiba/shared/contract/limits';
import type { SeriesDetail } from '@manabiba/shared/contract/series';
import { certificatePath } from '@manabiba/shared/contract/series-paths';
import { issueCertificate } from '@manabiba/shared/data/endpoints';
import { Link, useEndpointMutation, useNavigate } from '@manabiba/shared/platform';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { FormDialog } from '@manabiba/shared/ui/form-dialog';
import { Icon } from '@manabiba/shared/ui/icon';
import { Notice } from '@manabiba/shared/ui/notice';
import { Panel } from '@manabiba/shared/ui/panel';
import { TextField } from '@manabiba/shared/ui/text-field';
import { Award } from 'lucide-react';
import { type FormEvent, useState } from 'react';

import styles from './series.module.css';

/** How far the viewer has come, and the certificate once they have come far enough. */
export function SeriesProgress({ series: { id, progress } }: { series: SeriesDetail }) {
  const [isAsking, setIsAsking] = useState(false);
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
        <Link className={buttonClass()} to={certificatePath(code)}>
          <Icon icon={Award} />
          修了証を見る
        </Link>
      ) : isComplete ? (
        <Button variant="primary" icon={<Icon icon={Award} />} onClick={() => setIsAsking(true)}>
          修了証を受け取る
        </Button>
      ) : (
        <p className={styles.hint}>
          8割以上の回に参加するか、アーカイブで見ると、最後の回のあとに修了証を受け取れます。
        </p>
      )}
      {isAsking && <CertificateDialog seriesId={id} onClose={() => setIsAsking(false)} />}
    </Panel>
  );
}

/** Asks for the name on the certificate, which stays as it is issued. */
function CertificateDialog({ seriesId, onClose }: { seriesId: string; onClose: () => void }) {
  const [name, setName] = useState('');
  const navigate = useNavigate();
  const { run, isRunning, error } = useEndpointMutation(issueCertificate);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    run({ params: { id: seriesId }, body: { name } }).then(
      ({ code }) => navigate(certificatePath(code)),
      () => undefined,
    );
  };
  return (
    <FormDialog
      title="修了証を受け取る"
      submitLabel="発行する"
      isDirty={name !== ''}
      isSubmitting={isRunning}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <div className={styles.form}>
        {error && !error.fields.name && (
          <Notice tone="error" role="alert">
            {error.message}
          </Notice>
        )}
        <TextField
          label="修了証に載せる名前"
          hint={`${MAX_CERTIFICATE_NAME_LENGTH}文字まで。発行したあとは変えられません。`}
          autoComplete="name"
          value={name}
          error={error?.fields.name}
          onChange={(event) => setName(event.target.value)}
        />
        <p className={styles.hint}>
          修了証には、本物であることを確かめるページのリンクとQRコードが付きます。修了証を見せた相手は、そのページで名前を見られます。退会すると、ページも消えます。
        </p>
      </div>
    </FormDialog>
  );
}
