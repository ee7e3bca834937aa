import type { IdentityReview } from '@manabiba/shared/contract/staff-reviews';
import { approveIdentity, returnIdentity } from '@manabiba/shared/data/endpoints';
import { isApiError, showMessageFor, toast, useEndpointMutation } from '@manabiba/shared/platform';

import type { Decision } from './decision-dialog';

/** Sends a decision about the documents that are on the screen. Resolves when it is made or has failed. */
export function useDecide(
  { userId, nickname, documents, isProfessional, firstApproval }: IdentityReview,
  { onDecided, onStale }: { onDecided: () => void; onStale: () => void },
) {
  const approval = useEndpointMutation(approveIdentity);
  const sendingBack = useEndpointMutation(returnIdentity);

  async function decide(decision: Decision, reason: string): Promise<void> {
    const params = { userId };
    const documentIds = documents.map(({ id }) => id);
    try {
      if (decision === 'approve') await approval.run({ params, body: { documentIds } });
      else await sendingBack.run({ params, body: { documentIds, reason } });
    } catch (error) {
      if (isApiError(error) && (error.code === 'conflict' || error.code === 'not_found')) {
        toast.error('ほかの担当者が判断したか、書類が変わりました。新しい内容を確かめてください。');
        onStale();
      } else showMessageFor(error);
      return;
    }
    toast.success(
      decision === 'approve' && isProfessional && !firstApproval
        ? `${nickname}さんの書類を1人目として承認しました。もうひとりの確認を待っています。`
        : `${nickname}さんの書類を${decision === 'approve' ? '承認' : '差し戻'}しました。`,
    );
    onDecided();
  }

  return { decide, isRunning: approval.isRunning || sendingBack.isRunning };
}
