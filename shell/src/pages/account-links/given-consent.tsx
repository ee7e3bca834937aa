import { withdrawGuardianConsent } from '@manabiba/shared/data/endpoints';
import { formatDate } from '@manabiba/shared/format/date-time';
import { useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';
import { Icon } from '@manabiba/shared/ui/icon';
import { Notice } from '@manabiba/shared/ui/notice';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';

import { Gate, GatePanel } from '../gate/gate';
import { ChildFacts } from './child-facts';
import { ExpiredLink } from './expired-link';
import { useRefusal } from './use-refusal';

import styles from './account-links.module.css';

interface GivenConsentProps {
  token: string;
  child: { nickname: string; birthDate: string; givenAt: string | null };
}

/** The consent that a guardian has given, with an option to withdraw it. */
export function GivenConsent({ token, child }: GivenConsentProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [isWithdrawn, setIsWithdrawn] = useState(false);
  const { run, isRunning } = useEndpointMutation(withdrawGuardianConsent);
  const { refusal, attempt } = useRefusal();
  const withdraw = () =>
    attempt(async () => {
      await run({ params: { token } });
      setIsWithdrawn(true);
    }).finally(() => setIsAsking(false));

  if (isWithdrawn) return <WithdrawnConsent nickname={child.nickname} />;
  if (refusal?.code === 'link_expired')
    return <ExpiredLink>お子さまが18歳になったか、別の保護者の方に同意のお願いが送られています。</ExpiredLink>;
  return (
    <Gate>
      <GatePanel title="同意をいただいています">
        <ChildFacts {...child} />
        {child.givenAt && (
          <p className={styles.words}>{formatDate(child.givenAt)}に同意をいただきました。ありがとうございます。</p>
        )}
        <p className={styles.words}>
          同意はいつでも取り消せます。取り消すと、16歳未満の方は、教室の作成、コメント、発言がすぐにご利用いただけなくなります。予定していた教室は中止し、開いている教室は終了します。
        </p>
        {refusal && (
          <Notice tone="error" role="alert">
            {refusal.message}
          </Notice>
        )}
        <Button variant="danger-quiet" isBlock onClick={() => setIsAsking(true)}>
          同意を取り消す
        </Button>
      </GatePanel>
      <ConfirmDialog
        isOpen={isAsking}
        title="同意を取り消しますか"
        confirmLabel="取り消す"
        cancelLabel="やめておく"
        isDanger
        isLoading={isRunning}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void withdraw()}
      >
        <p>
          {child.nickname}さんにお知らせします。もう一度同意するには、{child.nickname}
          さんからのお願いのメールが必要です。
        </p>
      </ConfirmDialog>
    </Gate>
  );
}

/** Shown after consent was withdrawn, by this link or before. */
export function WithdrawnConsent({ nickname }: { nickname: string }) {
  return (
    <Gate>
      <GatePanel title="同意を取り消しました" sign={<Icon icon={CircleCheck} size={32} />}>
        <p role="status">
          {nickname}さんにお知らせしました。もう一度同意するには、{nickname}
          さんのアカウント設定から、お願いのメールを送り直してください。
        </p>
        <p>このページを閉じてください。</p>
      </GatePanel>
    </Gate>
  );
}
