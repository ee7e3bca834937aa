import { MAX_CERTIFICATE_NAME_LENGTH } from '@manabiba/shared/contract/limits';
import { issueCertificate } from '@manabiba/shared/data/endpoints';
import { paths, useEndpointMutation, useNavigate } from '@manabiba/shared/platform';
import { FormDialog } from '@manabiba/shared/ui/form-dialog';
import { Notice } from '@manabiba/shared/ui/notice';
import { TextField } from '@manabiba/shared/ui/text-field';
import { type FormEvent, useState } from 'react';

import styles from './series.module.css';

/** Asks for the name on the certificate, which stays as it is issued. */
export function CertificateDialog({ seriesId, onClose }: { seriesId: string; onClose: () => void }) {
  const [name, setName] = useState('');
  const navigate = useNavigate();
  const { run, isRunning, error } = useEndpointMutation(issueCertificate);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    run({ params: { id: seriesId }, body: { name } }).then(
      ({ code }) => navigate(paths.certificate.href({ certificateToken: code })),
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
