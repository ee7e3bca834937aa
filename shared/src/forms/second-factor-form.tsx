import { type ReactNode, useState } from 'react';

import { MAX_SECOND_FACTOR_LENGTH } from '../contract/limits';
import { Button } from '../ui/button';
import { TextField } from '../ui/text-field';
import { useProofForm } from './use-proof-form';

import styles from './second-factor.module.css';

const kinds = {
  app: {
    words: '認証アプリに表示されている6桁のコードを入力してください。',
    label: '確認コード',
    other: '回復コードを使う',
  },
  recovery: {
    words: '認証アプリを使えないときは、保存した回復コードを1つ入力してください。1つのコードは1回だけ使えます。',
    label: '回復コード',
    other: '認証アプリのコードを使う',
  },
} as const;

interface SecondFactorFormProps {
  /** Heading, and what comes before the field. */
  children: ReactNode;
  submitLabel: string;
  send: (code: string) => Promise<void>;
  /** Further ways on, below the buttons. */
  foot?: ReactNode;
}

/** Asks for a code of the authenticator app, or for a recovery code. */
export function SecondFactorForm({ children, submitLabel, send, foot }: SecondFactorFormProps) {
  const [kind, setKind] = useState<keyof typeof kinds>('app');
  const { value, error, isSending, change, handleSubmit } = useProofForm({
    name: 'code',
    empty: 'コードを入力してください。',
    send,
  });
  const { words, label, other } = kinds[kind];

  function handleOther() {
    change('');
    setKind(kind === 'app' ? 'recovery' : 'app');
  }

  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit}>
      {children}
      <p>{words}</p>
      <TextField
        key={kind}
        label={label}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- The only field, which exists to be filled in.
        autoFocus
        autoComplete="one-time-code"
        autoCapitalize="characters"
        inputMode={kind === 'app' ? 'numeric' : 'text'}
        maxLength={MAX_SECOND_FACTOR_LENGTH}
        value={value}
        error={error}
        onChange={(event) => change(event.target.value)}
      />
      <Button type="submit" variant="primary" isLoading={isSending}>
        {submitLabel}
      </Button>
      <Button variant="ghost" onClick={handleOther}>
        {other}
      </Button>
      {foot}
    </form>
  );
}
