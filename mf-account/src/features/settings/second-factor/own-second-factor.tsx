import { mustVerifyEmail } from '@manabiba/shared/contract/must-verify-email';
import type { SecondFactor } from '@manabiba/shared/contract/second-factor';
import type { SignedInMe } from '@manabiba/shared/contract/users';
import { deleteSecondFactor, getSecondFactor, renewRecoveryCodes } from '@manabiba/shared/data/endpoints';
import { formatShortDate } from '@manabiba/shared/format/date-time';
import { RecoveryCodes } from '@manabiba/shared/forms/recovery-codes';
import { SecondFactorEnrolment } from '@manabiba/shared/forms/second-factor-enrolment';
import { toast, useEndpoint, useEndpointMutation, useNow } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { Button } from '@manabiba/shared/ui/button';
import { Dialog } from '@manabiba/shared/ui/dialog';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Icon } from '@manabiba/shared/ui/icon';
import { Notice } from '@manabiba/shared/ui/notice';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { millisecondsInMinute } from 'date-fns/constants';
import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';

import { focusSection } from '../../../core/use-focus-on-anchor';
import { ProofDialog } from './proof-dialog';

import styles from '../settings.module.css';

/** From how few recovery codes new ones are advised. */
const FEW_CODES = 3;

type OpenDialog = { kind: 'enrol' | 'renew' | 'off' } | { kind: 'codes'; codes: readonly string[] };

/** Whether a code is asked for at sign-in, with the dialogs that change it. `sectionId` receives the focus after them. */
export function OwnSecondFactor({ sectionId, me }: { sectionId: string; me: SignedInMe }) {
  const { data, error, isLoading, isRefreshing, retry } = useEndpoint(getSecondFactor, {}, { maxAgeSeconds: 0 });
  const [opened, setOpened] = useState<OpenDialog>();
  const [changedCount, setChangedCount] = useState(0);
  // The clicked button may be gone.
  useEffect(() => {
    if (changedCount > 0) focusSection(sectionId);
  }, [changedCount, sectionId]);
  const close = () => setOpened(undefined);
  const finish = () => {
    close();
    setChangedCount((count) => count + 1);
  };

  return (
    <div className={styles.fields}>
      <p className={styles.small}>
        ログインのときに、パスワードのほかにスマートフォンの認証アプリのコードをたずねます。パスワードを知られても、ほかの人はログインできません。パスキーでのログインは、それだけで本人を確認できるため、たずねません。
      </p>
      {isLoading && <SkeletonRows count={1} />}
      {error && !data && (
        <ErrorState title="二段階認証を表示できませんでした。" onRetry={retry} isRetrying={isRefreshing} />
      )}
      {data && !data.secondFactor && <TurnOn me={me} onClick={() => setOpened({ kind: 'enrol' })} />}
      {data?.secondFactor && (
        <TurnedOn
          {...data.secondFactor}
          isPupil={me.isPartnerSchoolStudent}
          onRenew={() => setOpened({ kind: 'renew' })}
          onTurnOff={() => setOpened({ kind: 'off' })}
        />
      )}
      {opened && <Dialogs opened={opened} me={me} onOpen={setOpened} onClose={close} onDone={finish} />}
    </div>
  );
}

/** Or why it cannot be turned on. */
function TurnOn({ me, onClick }: { me: SignedInMe; onClick: () => void }) {
  if (mustVerifyEmail(me))
    return <p className={styles.note}>メールアドレスの確認が済むと、二段階認証を設定できます。</p>;
  return (
    <div className={styles.buttons}>
      <Button onClick={onClick}>二段階認証を設定</Button>
    </div>
  );
}

interface TurnedOnProps extends SecondFactor {
  isPupil: boolean;
  onRenew: () => void;
  onTurnOff: () => void;
}

function TurnedOn({ since, recoveryCodesLeft, isPupil, onRenew, onTurnOff }: TurnedOnProps) {
  const now = useNow(millisecondsInMinute);
  return (
    <>
      {recoveryCodesLeft <= FEW_CODES && (
        <Notice tone="warn">回復コードが残り少なくなっています。新しいコードを発行してください。</Notice>
      )}
      <div className={styles.stack}>
        <Badge tone="ok">
          <Icon icon={Check} size={16} />
          オン
        </Badge>
        <p className={styles.small}>
          {formatShortDate(since, now)}に設定しました。使っていない回復コードは、残り{recoveryCodesLeft}個です。
        </p>
      </div>
      <div className={styles.buttons}>
        <Button onClick={onRenew}>回復コードを再発行</Button>
        <Button variant="danger-quiet" onClick={onTurnOff}>
          オフにする
        </Button>
      </div>
      <p className={styles.note}>
        {isPupil
          ? '認証アプリも回復コードも使えなくなったときは、学校に新しいパスワードの発行を依頼してください。二段階認証も解除されます。'
          : '認証アプリも回復コードも使えなくなったときは、ヘルプセンターからお問い合わせください。ご本人であることを確認できたときに、二段階認証を解除します。'}
      </p>
    </>
  );
}

interface DialogsProps {
  opened: OpenDialog;
  me: SignedInMe;
  onOpen: (dialog: OpenDialog) => void;
  onClose: () => void;
  onDone: () => void;
}

function Dialogs({ opened, me, onOpen, onClose, onDone }: DialogsProps) {
  const renew = useEndpointMutation(renewRecoveryCodes);
  const turnOff = useEndpointMutation(deleteSecondFactor);
  const showCodes = (codes: readonly string[]) => onOpen({ kind: 'codes', codes });
  switch (opened.kind) {
    case 'enrol':
      return (
        <Dialog isOpen title="二段階認証の設定" size="small" onClose={onClose}>
          <SecondFactorEnrolment hasPassword={me.hasPassword} onConfirmed={showCodes} />
        </Dialog>
      );
    case 'codes':
      return (
        // Closes by its button alone: the codes are not shown again.
        <Dialog isOpen title="回復コード" size="small" isBusy onClose={onDone}>
          <RecoveryCodes codes={opened.codes} onDone={onDone} />
        </Dialog>
      );
    case 'renew':
      return (
        <ProofDialog
          me={me}
          title="回復コードの再発行"
          confirmLabel="再発行する"
          onSend={async (body) => showCodes((await renew.run({ body })).recoveryCodes)}
          onClose={onClose}
        >
          いまの回復コードは、使っていないものも使えなくなります。
        </ProofDialog>
      );
    default:
      return (
        <ProofDialog
          me={me}
          title="二段階認証をオフにする"
          confirmLabel="オフにする"
          isDanger
          onSend={async (body) => {
            await turnOff.run({ body });
            toast.success('二段階認証をオフにしました。');
            onDone();
          }}
          onClose={onClose}
        >
          次回から、パスワードだけでログインできるようになります。回復コードも使えなくなります。
        </ProofDialog>
      );
  }
}
