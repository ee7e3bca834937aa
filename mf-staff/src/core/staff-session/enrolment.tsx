import { MAX_SECOND_FACTOR_LENGTH } from '@manabiba/shared/contract/limits';
import { confirmSecondFactor, enrolSecondFactor } from '@manabiba/shared/data/endpoints';
import { callEndpoint, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { QrCode } from '@manabiba/shared/ui/qr-code';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { TextField } from '@manabiba/shared/ui/text-field';
import { useEffect, useState } from 'react';

import { RecoveryCodes } from './recovery-codes';
import { useCodeForm } from './use-code-form';

import styles from './staff-session.module.css';

type Offer = { secret: string; uri: string } | 'failed' | null;

/** Connects an authenticator app, then shows the recovery codes until they were saved. */
export function Enrolment({ onDone }: { onDone: () => void }) {
  const [offer, setOffer] = useState<Offer>(null);
  const [codes, setCodes] = useState<readonly string[]>();

  useEffect(() => {
    if (offer !== null) return undefined;
    let isCurrent = true;
    callEndpoint(enrolSecondFactor, {}).then(
      (made) => isCurrent && setOffer(made),
      () => isCurrent && setOffer('failed'),
    );
    return () => {
      isCurrent = false;
    };
  }, [offer]);

  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (offer === null) return <SkeletonRows count={4} />;
  if (offer === 'failed')
    return <ErrorState title="二段階認証の設定を始められませんでした。" level={2} onRetry={() => setOffer(null)} />;
  return <ConfirmForm offer={offer} onConfirmed={setCodes} />;
}

interface ConfirmFormProps {
  offer: { secret: string; uri: string };
  onConfirmed: (recoveryCodes: readonly string[]) => void;
}

/** Shows the secret, and asks for the first code as proof that the app has it. */
function ConfirmForm({ offer: { secret, uri }, onConfirmed }: ConfirmFormProps) {
  const { run, isRunning } = useEndpointMutation(confirmSecondFactor);
  const { code, error, change, handleSubmit } = useCodeForm(async (typed) =>
    onConfirmed((await run({ body: { code: typed } })).recoveryCodes),
  );
  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit}>
      <h1>二段階認証の設定</h1>
      <p>
        スタッフの作業には、認証アプリのコードが必要です。スマートフォンの認証アプリで、次のコードを読み取ってください。
      </p>
      <QrCode text={uri} label="認証アプリで読み取るQRコード" className={styles.qr} />
      <p className={styles.secret}>
        読み取れないときは、次の文字をアプリに入力してください。
        <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <TextField
        label="アプリに表示された6桁のコード"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={MAX_SECOND_FACTOR_LENGTH}
        value={code}
        error={error}
        onChange={(event) => change(event.target.value)}
      />
      <Button type="submit" variant="primary" isLoading={isRunning}>
        設定する
      </Button>
    </form>
  );
}
