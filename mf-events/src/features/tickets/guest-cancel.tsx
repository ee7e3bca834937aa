import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import type { getGuestTicket } from '@manabiba/shared/contract/guest-tickets';
import { cancelGuestTicket } from '@manabiba/shared/data/endpoints';
import { toast, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';
import { useState } from 'react';

import { applicationError } from '../../core/participation/application-error';
import { CancellationNote } from '../../core/participation/cancellation-note';

interface CancelProps {
  token: string;
  cancellation: EndpointOutput<typeof getGuestTicket>['cancellation'];
  onChanged: () => void;
}

/** Cancels a guest's ticket after a confirmation that shows the refund. */
export function GuestCancel({ token, cancellation, onChanged }: CancelProps) {
  const [isAsking, setIsAsking] = useState(false);
  const handleSettled = () => {
    setIsAsking(false);
    onChanged();
  };
  const { run, isRunning } = useEndpointMutation(cancelGuestTicket, {
    onSuccess: () => {
      toast.success('お申し込みを取り消しました。');
      handleSettled();
    },
    onError: (error) => {
      toast.error(applicationError(error));
      handleSettled();
    },
  });
  return (
    <>
      <Button variant="ghost" onClick={() => setIsAsking(true)}>
        お申し込みを取り消す
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="お申し込みを取り消しますか"
        confirmLabel={(cancellation?.refund ?? 0) > 0 ? '取り消して返金' : '取り消す'}
        cancelLabel="やめておく"
        isDanger
        isLoading={isRunning}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void run({ params: { token } }).catch(() => undefined)}
      >
        {cancellation ? (
          <CancellationNote {...cancellation} what="空いたお席は、キャンセル待ちの方にご案内します。" />
        ) : (
          <p>お支払い済みの料金は、イベントのキャンセルポリシーに従って返金します。</p>
        )}
      </ConfirmDialog>
    </>
  );
}
