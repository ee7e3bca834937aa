import type { IdentityReview } from '@manabiba/shared/contract/staff-reviews';

import { LateConfirmDialog } from '../../core/late-confirm-dialog';

export type Decision = 'approve' | 'return';

interface DecisionDialogProps {
  /** Null while nothing is asked. */
  decision: Decision | null;
  review: IdentityReview;
  reason: string;
  isRunning: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks before a decision, which the person learns by mail at once unless a second approval is needed. */
export function DecisionDialog({ decision, review, reason, isRunning, onClose, onConfirm }: DecisionDialogProps) {
  const { nickname, isProfessional, firstApproval } = review;
  const asked = { onClose, onConfirm, isLoading: isRunning };
  return (
    <>
      <LateConfirmDialog
        {...asked}
        isOpen={decision === 'approve'}
        title={`${nickname}さんの書類を承認しますか`}
        confirmLabel="承認する"
      >
        {!isProfessional
          ? 'すべての機能を使えるようになり、本人にメールでお知らせします。'
          : firstApproval
            ? 'プロフェッショナルとして確認済みになり、本人にメールでお知らせします。'
            : '1人目の承認として記録します。もうひとりが承認すると確認済みになり、本人にメールでお知らせします。'}
      </LateConfirmDialog>
      <LateConfirmDialog
        {...asked}
        isOpen={decision === 'return'}
        title={`${nickname}さんに書類を差し戻しますか`}
        confirmLabel="差し戻す"
      >
        次の文を本人にメールで送り、再提出までほとんどの機能を止めます。「{reason.trim()}」
      </LateConfirmDialog>
    </>
  );
}
