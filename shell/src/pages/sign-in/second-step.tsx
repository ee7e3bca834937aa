import { SecondFactorForm } from '@manabiba/shared/forms/second-factor-form';
import { useConfig } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { textLinkClass } from '@manabiba/shared/ui/text-link';
import { ChevronLeft } from 'lucide-react';

import styles from '../../session/sign-in-again.module.css';

interface SecondStepProps {
  /** Signs in with the code. Rejects with `ApiError`. */
  send: (code: string) => Promise<void>;
  /** Called when the user is signed in, or goes back. */
  onEnd: () => void;
}

/** The second step of a sign-in: the code of the authenticator app, or a recovery code. */
export function SecondStep({ send, onEnd }: SecondStepProps) {
  const { links } = useConfig();
  const foot = (
    <>
      <Button variant="ghost" icon={<Icon icon={ChevronLeft} size={16} />} onClick={onEnd}>
        ログインの入力に戻る
      </Button>
      <p className={styles.note}>
        認証アプリも回復コードも使えないときは、
        <a className={textLinkClass} href={links.help} target="_blank" rel="noopener noreferrer">
          ヘルプセンター
        </a>
        からお問い合わせください。ご本人であることを確認できたときに、二段階認証を解除します。学校のアカウントの方は、学校に新しいパスワードの発行を依頼してください。
      </p>
    </>
  );
  return (
    <SecondFactorForm submitLabel="ログイン" send={(code) => send(code).then(onEnd)} foot={foot}>
      <h2>確認コードの入力</h2>
    </SecondFactorForm>
  );
}
