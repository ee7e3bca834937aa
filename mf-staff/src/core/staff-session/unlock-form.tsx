import { MAX_SECOND_FACTOR_LENGTH } from '@manabiba/shared/contract/limits';
import { unlockStaffSession } from '@manabiba/shared/data/endpoints';
import { useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { TextField } from '@manabiba/shared/ui/text-field';
import { useState } from 'react';

import { useCodeForm } from './use-code-form';

import styles from './staff-session.module.css';

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

/** Opens the session with a code of the app, or with a recovery code. */
export function UnlockForm({ isReturning }: { isReturning: boolean }) {
  const [kind, setKind] = useState<keyof typeof kinds>('app');
  const { run, isRunning } = useEndpointMutation(unlockStaffSession);
  const { code, error, change, handleSubmit } = useCodeForm((typed) => run({ body: { code: typed } }));
  const { words, label, other } = kinds[kind];

  function handleOther() {
    change('');
    setKind(kind === 'app' ? 'recovery' : 'app');
  }

  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit}>
      <h1>確認コードの入力</h1>
      {isReturning && <p>30分間操作がなかったため、画面を閉じました。入力していた内容は残っています。</p>}
      <p>{words}</p>
      <TextField
        key={kind}
        label={label}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- The only field of the page, which exists to be filled in.
        autoFocus
        autoComplete="one-time-code"
        autoCapitalize="characters"
        inputMode={kind === 'app' ? 'numeric' : 'text'}
        maxLength={MAX_SECOND_FACTOR_LENGTH}
        value={code}
        error={error}
        onChange={(event) => change(event.target.value)}
      />
      <Button type="submit" variant="primary" isLoading={isRunning}>
        作業をはじめる
      </Button>
      <Button variant="ghost" onClick={handleOther}>
        {other}
      </Button>
    </form>
  );
}
