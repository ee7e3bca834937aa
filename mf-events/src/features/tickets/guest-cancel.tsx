import type { Participation } from '@manabiba/shared/contract/tickets';
import { cancelGuestTicket } from '@manabiba/shared/data/endpoints';
import { formatYen } from '@manabiba/shared/format/yen';
import { toast, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';
import { useState } from 'react';

import { applicationError } from '../../core/participation/application-error';

interface CancelProps {
  token: string;
  participation: Participation;
  onChanged: () => void;
}

/** Cancels a guest's ticket after a confirmation. */
export function GuestCancel({ token, participation: { fullRefund }, onChanged }: CancelProps) {
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
        confirmLabel="取り消す"
        cancelLabel="やめておく"
        isDanger
        isLoading={isRunning}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void run({ params: { token } }).catch(() => undefined)}
      >
        <p>
          {fullRefund
            ? `お支払いになった${formatYen(fullRefund.amount)}を全額返金いたします。`
            : 'お支払い済みの料金は、イベントのキャンセルポリシーに従って返金します。'}
        </p>
      </ConfirmDialog>
    </>
  );
}
