import { getStaffSession, renewRecoveryCodes } from '@manabiba/shared/data/endpoints';
import { formatDateTime } from '@manabiba/shared/format/date-time';
import { showMessageFor, useEndpoint, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { Notice } from '@manabiba/shared/ui/notice';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { lazy, Suspense, useState } from 'react';

import { StaffFrame } from '../../core/staff-frame';
import { RecoveryCodes } from '../../core/staff-session/recovery-codes';
import { CaseFactList } from '../../core/work-queue/work-queue';

import styles from './second-factor.module.css';

const Enrolment = lazy(() =>
  import('../../core/staff-session/enrolment').then((module) => ({ default: module.Enrolment })),
);

/** From how few recovery codes new ones are advised. */
const FEW_CODES = 3;

/** The second factor of the member of the staff who looks: sets it up, or makes new recovery codes. */
export function SecondFactor() {
  const { data, retry } = useEndpoint(getStaffSession, {}, { maxAgeSeconds: 0 });
  const [isEnrolling, setIsEnrolling] = useState(false);

  if (!data)
    return (
      <StaffFrame title="二段階認証">
        <SkeletonRows count={5} />
      </StaffFrame>
    );
  if (isEnrolling)
    return (
      <div className={styles.narrow}>
        <Suspense fallback={<SkeletonRows count={4} />}>
          <Enrolment
            onDone={() => {
              setIsEnrolling(false);
              retry();
            }}
          />
        </Suspense>
      </div>
    );
  return (
    <StaffFrame title="二段階認証">
      {data.secondFactor ? (
        <Enrolled {...data.secondFactor} onRenewed={retry} />
      ) : (
        <EmptyState
          title="二段階認証は設定されていません。"
          level={2}
          action={
            <Button variant="primary" onClick={() => setIsEnrolling(true)}>
              設定する
            </Button>
          }
        >
          設定すると、スタッフの作業をはじめるときと、30分間操作がなかったあとに、認証アプリのコードをたずねます。
        </EmptyState>
      )}
    </StaffFrame>
  );
}

interface EnrolledProps {
  since: string;
  recoveryCodesLeft: number;
  onRenewed: () => void;
}

function Enrolled({ since, recoveryCodesLeft, onRenewed }: EnrolledProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  const { run, isRunning } = useEndpointMutation(renewRecoveryCodes);

  async function handleRenew() {
    try {
      setCodes((await run({})).recoveryCodes);
    } catch (error) {
      showMessageFor(error);
    }
    setIsAsking(false);
  }

  if (codes)
    return (
      <div className={styles.codes}>
        <RecoveryCodes
          codes={codes}
          onDone={() => {
            setCodes(undefined);
            onRenewed();
          }}
        />
      </div>
    );
  return (
    <>
      {recoveryCodesLeft <= FEW_CODES && (
        <Notice tone="warn">回復コードが残り少なくなっています。新しいコードを発行してください。</Notice>
      )}
      <CaseFactList
        facts={[
          ['認証アプリ', `設定済み(${formatDateTime(since)}から)`],
          ['回復コード', `残り${recoveryCodesLeft}個`],
        ]}
      />
      <Button onClick={() => setIsAsking(true)}>回復コードを再発行</Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="回復コードを再発行しますか"
        confirmLabel="再発行する"
        isLoading={isRunning}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void handleRenew()}
      >
        いまの回復コードは、使っていないものも使えなくなります。
      </ConfirmDialog>
    </>
  );
}
