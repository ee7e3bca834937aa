import { Link, paths, type ProviderToken } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Checkbox } from '@manabiba/shared/ui/checkbox';
import { Icon } from '@manabiba/shared/ui/icon';
import { PasswordField } from '@manabiba/shared/ui/password-field';
import { TextField } from '@manabiba/shared/ui/text-field';
import { textLinkClass } from '@manabiba/shared/ui/text-link';
import { CircleUserRound } from 'lucide-react';
import { useState } from 'react';

import { fieldOf, type StepProps } from './person-fields';

import styles from './sign-up.module.css';

/** The sign-in method fields: address and password. */
export function MethodFields({ form, onProvider }: StepProps & { onProvider: (() => Promise<void>) | null }) {
  return (
    <>
      {onProvider && <ProviderButton onClick={onProvider} />}
      <TextField label="メールアドレス" type="email" autoComplete="username" {...fieldOf(form, 'email')} />
      <NewPasswordField form={form} />
      <TermsField form={form} />
    </>
  );
}

export function NewPasswordField({ form }: StepProps) {
  return <PasswordField label="パスワード" isNew {...fieldOf(form, 'password')} />;
}

/** The sign-in method fields for an identity provider, which has verified the address. */
export function ProvidedFields({ form, token, onOther }: StepProps & { token: ProviderToken; onOther: () => void }) {
  return (
    <>
      <div className={styles.inset}>
        <p>
          <strong>Googleアカウントで登録します。</strong>
          <br />
          {token.email}
        </p>
        <Button size="small" onClick={onOther}>
          メールアドレスとパスワードで登録
        </Button>
      </div>
      <TermsField form={form} />
    </>
  );
}

function ProviderButton({ onClick }: { onClick: () => Promise<void> }) {
  const [isBusy, setIsBusy] = useState(false);
  const handleClick = () => {
    setIsBusy(true);
    void onClick().finally(() => setIsBusy(false));
  };
  return (
    <>
      <Button isBlock isLoading={isBusy} icon={<Icon icon={CircleUserRound} />} onClick={handleClick}>
        Googleで登録
      </Button>
      <p className={styles.or}>
        <span>または</span>
      </p>
    </>
  );
}

export function TermsField({ form }: StepProps) {
  return <Checkbox label={<TermsLabel />} {...fieldOf(form, 'agreeTerms')} />;
}

/** The terms open in a new tab so that the input is kept. */
function TermsLabel() {
  return (
    <>
      <TermsLinks />
      に同意する
    </>
  );
}

export function TermsLinks() {
  return (
    <>
      <Link className={textLinkClass} to={paths.termsOfUse.href()} target="_blank">
        利用規約
      </Link>
      と
      <Link className={textLinkClass} to={paths.privacyPolicy.href()} target="_blank">
        プライバシーポリシー
      </Link>
    </>
  );
}
