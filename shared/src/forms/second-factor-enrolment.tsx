import { confirmSecondFactor, enrolSecondFactor } from '@manabiba/shared/data/endpoints';
import { useEndpointMutation } from '@manabiba/shared/platform';
import { useState } from 'react';

import { MAX_SECOND_FACTOR_LENGTH } from '../contract/limits';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { QrCode } from '../ui/qr-code';
import { TextField } from '../ui/text-field';
import { textLinkClass } from '../ui/text-link';
import { useProofForm } from './use-proof-form';

import styles from './second-factor.module.css';

interface Offer {
  secret: string;
  uri: string;
}

interface SecondFactorEnrolmentProps {
  /** Accounts of identity providers may have none: they must have signed in recently. */
  hasPassword: boolean;
  /** Called with the recovery codes, which are not shown again. */
  onConfirmed: (recoveryCodes: readonly string[]) => void;
}

/** Connects an authenticator app: asks for the password, shows the secret, and asks for the first code. */
export function SecondFactorEnrolment({ hasPassword, onConfirmed }: SecondFactorEnrolmentProps) {
  const [offer, setOffer] = useState<Offer>();
  if (offer) return <ConfirmForm offer={offer} onConfirmed={onConfirmed} />;
  return hasPassword ? <PasswordForm onOffered={setOffer} /> : <RecentSignIn onOffered={setOffer} />;
}

function PasswordForm({ onOffered }: { onOffered: (offer: Offer) => void }) {
  const { run } = useEndpointMutation(enrolSecondFactor);
  const { value, error, isSending, change, handleSubmit } = useProofForm({
    name: 'currentPassword',
    empty: '現在のパスワードを入力してください。',
    send: async (currentPassword) => onOffered(await run({ body: { currentPassword } })),
  });
  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit}>
      <p>
        スマートフォンの認証アプリ(Google Authenticator、Microsoft
        Authenticatorなど)を用意してください。まず、ご本人であることを確認します。
      </p>
      <TextField
        label="現在のパスワード"
        type="password"
        autoComplete="current-password"
        value={value}
        error={error}
        onChange={(event) => change(event.target.value)}
      />
      <Button type="submit" variant="primary" isLoading={isSending}>
        続ける
      </Button>
    </form>
  );
}

function RecentSignIn({ onOffered }: { onOffered: (offer: Offer) => void }) {
  const { run } = useEndpointMutation(enrolSecondFactor);
  const [problem, setProblem] = useState<string>();
  const [isSending, setIsSending] = useState(false);

  async function begin() {
    setIsSending(true);
    try {
      onOffered(await run({ body: {} }));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : undefined);
    }
    setIsSending(false);
  }

  return (
    <div className={styles.form}>
      {problem !== undefined && (
        <Notice tone="error" role="alert">
          {problem}
        </Notice>
      )}
      <p>
        スマートフォンの認証アプリ(Google Authenticator、Microsoft
        Authenticatorなど)を用意してください。安全のため、ログインから15分以内に設定してください。
      </p>
      <Button variant="primary" isLoading={isSending} onClick={() => void begin()}>
        続ける
      </Button>
    </div>
  );
}

/** Shows the secret, and asks for the first code as proof that the app has it. */
function ConfirmForm({
  offer: { secret, uri },
  onConfirmed,
}: {
  offer: Offer;
  onConfirmed: SecondFactorEnrolmentProps['onConfirmed'];
}) {
  const { run } = useEndpointMutation(confirmSecondFactor);
  const { value, error, isSending, change, handleSubmit } = useProofForm({
    name: 'code',
    empty: 'コードを入力してください。',
    send: async (code) => onConfirmed((await run({ body: { code } })).recoveryCodes),
  });
  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit}>
      <p>スマートフォンの認証アプリで、次のコードを読み取ってください。</p>
      <QrCode text={uri} label="認証アプリで読み取るQRコード" className={styles.qr} />
      <p className={styles.secret}>
        読み取れないときは、次の文字をアプリに入力してください。
        <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        <a className={textLinkClass} href={uri}>
          この端末の認証アプリに追加
        </a>
      </p>
      <TextField
        label="アプリに表示された6桁のコード"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- It takes the place of the field before.
        autoFocus
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={MAX_SECOND_FACTOR_LENGTH}
        value={value}
        error={error}
        onChange={(event) => change(event.target.value)}
      />
      <Button type="submit" variant="primary" isLoading={isSending}>
        オンにする
      </Button>
    </form>
  );
}
