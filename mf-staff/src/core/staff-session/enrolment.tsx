import { RecoveryCodes } from '@manabiba/shared/forms/recovery-codes';
import { SecondFactorEnrolment } from '@manabiba/shared/forms/second-factor-enrolment';
import { useUser } from '@manabiba/shared/platform';
import { useState } from 'react';

import styles from './staff-session.module.css';

/** Connects an authenticator app, then shows the recovery codes until they were saved. */
export function Enrolment({ onDone }: { onDone: () => void }) {
  const { hasPassword } = useUser();
  const [codes, setCodes] = useState<readonly string[]>();
  return (
    <div className={styles.enrolment}>
      <h1>{codes ? '回復コード' : '二段階認証の設定'}</h1>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onDone} />
      ) : (
        <>
          <p>スタッフの作業には、認証アプリのコードが必要です。ログインするときにもたずねます。</p>
          <SecondFactorEnrolment hasPassword={hasPassword} onConfirmed={setCodes} />
        </>
      )}
    </div>
  );
}
