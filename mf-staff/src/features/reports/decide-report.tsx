import { MAX_STAFF_REASON_LENGTH } from '@manabiba/shared/contract/limits';
import type { Report, ReportDecision } from '@manabiba/shared/contract/staff-reports';
import { decideReport } from '@manabiba/shared/data/endpoints';
import { isApiError, showMessageFor, toast, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { TextArea } from '@manabiba/shared/ui/text-area';
import { useRef, useState } from 'react';

import { LateConfirmDialog } from '../../core/late-confirm-dialog';
import { decisionWords, needsReason } from './report-words';

import styles from './reports.module.css';

interface DecideReportProps {
  report: Report;
  onDecided: () => void;
  /** Called when another member of staff was faster. */
  onStale: () => void;
}

/** The decisions about a report, each after a confirmation. Keeps the typed text when the call fails. */
export function DecideReport({ report, onDecided, onStale }: DecideReportProps) {
  const { kind, subject, sameCount } = report;
  const [reason, setReason] = useState('');
  const [isReasonMissing, setIsReasonMissing] = useState(false);
  const [asking, setAsking] = useState<ReportDecision | null>(null);
  const reasonRef = useRef<HTMLTextAreaElement>(null);
  const { decide, isRunning } = useDecision(report.id, { onDecided, onStale });
  const words = asking && decisionWords[asking];

  function ask(decision: ReportDecision) {
    if (!needsReason(decision) || reason.trim() !== '') return setAsking(decision);
    setIsReasonMissing(true);
    reasonRef.current?.focus();
  }

  async function handleConfirm() {
    if (asking !== null) await decide(asking, reason);
    setAsking(null);
  }

  return (
    <div className={styles.decide}>
      {subject && (
        <TextArea
          ref={reasonRef}
          label="本人に届く文(警告と停止のとき)"
          rows={2}
          maxCharacters={MAX_STAFF_REASON_LENGTH}
          value={reason}
          error={isReasonMissing ? '本人に届く文を入力してください。' : undefined}
          onChange={(event) => {
            setIsReasonMissing(false);
            setReason(event.target.value);
          }}
        />
      )}
      {sameCount > 0 && <p className={styles.same}>同じ対象への通報がほかに{sameCount}件あり、一緒に対応します。</p>}
      <DecisionButtons hasAccount={subject !== null} erasing={erasingOf(kind)} onAsk={ask} />
      <LateConfirmDialog
        isOpen={asking !== null}
        title={words?.title(subject?.nickname ?? '') ?? ''}
        confirmLabel={words?.label ?? ''}
        isDanger={asking !== null && asking !== 'warn' && asking !== 'dismiss'}
        isLoading={isRunning}
        onClose={() => setAsking(null)}
        onConfirm={() => void handleConfirm()}
      >
        <span>{words?.consequence}</span>
        {asking && needsReason(asking) && <span>{`「${reason.trim()}」`}</span>}
      </LateConfirmDialog>
    </div>
  );
}

function erasingOf(kind: Report['kind']): ReportDecision | null {
  if (kind === 'person' || kind === 'archive') return null;
  if (kind === 'series') return 'hide_series';
  return kind === 'board' ? 'clear_board' : `delete_${kind}`;
}

interface DecisionButtonsProps {
  /** Whether there is a user to warn or suspend. */
  hasAccount: boolean;
  /** The decision that deletes what is reported; null where the staff deletes nothing. */
  erasing: ReportDecision | null;
  onAsk: (decision: ReportDecision) => void;
}

function DecisionButtons({ hasAccount, erasing, onAsk }: DecisionButtonsProps) {
  return (
    <div className={styles.buttons}>
      {hasAccount && (
        <>
          <Button variant="danger" onClick={() => onAsk('suspend')}>
            {decisionWords.suspend.label}
          </Button>
          <Button onClick={() => onAsk('warn')}>{decisionWords.warn.label}</Button>
        </>
      )}
      {erasing && <Button onClick={() => onAsk(erasing)}>{decisionWords[erasing].label}</Button>}
      <Button variant="ghost" onClick={() => onAsk('dismiss')}>
        {decisionWords.dismiss.label}
      </Button>
    </div>
  );
}

/** Sends a decision. Resolves when it is saved, or has failed with a message to the user. */
function useDecision(id: string, { onDecided, onStale }: Pick<DecideReportProps, 'onDecided' | 'onStale'>) {
  const { run, isRunning } = useEndpointMutation(decideReport);

  async function decide(decision: ReportDecision, reason: string): Promise<void> {
    const body = { decision, ...(needsReason(decision) ? { reason: reason.trim() } : {}) };
    try {
      await run({ params: { id }, body });
    } catch (error) {
      if (isApiError(error) && error.code === 'conflict') {
        toast.error('ほかの担当者がもう対応しました。');
        onStale();
      } else showMessageFor(error);
      return;
    }
    toast.success(decisionWords[decision].done);
    onDecided();
  }

  return { decide, isRunning };
}
