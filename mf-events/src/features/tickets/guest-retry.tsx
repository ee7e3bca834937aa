import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { Participation } from '@manabiba/shared/contract/tickets';
import { cancelGuestTicket } from '@manabiba/shared/data/endpoints';
import { paths, toast, useEndpointMutation, useNavigate } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Notice } from '@manabiba/shared/ui/notice';

import { applicationError, NOT_PAID } from '../../core/participation/application-error';

interface GuestRetryProps {
  token: string;
  event: Pick<ClassroomEvent, 'id'>;
  participation: Pick<Participation, 'ticketTypeId'>;
  /** Called when the displayed ticket is stale. */
  onChanged: () => void;
}

/**
 * Lets a guest pay again after returning from the payment provider without paying. A guest's payment cannot be resumed,
 * so the seat is released first; otherwise the pending payment would still hold it.
 */
export function GuestRetry({ token, event, participation, onChanged }: GuestRetryProps) {
  const navigate = useNavigate();
  const { run, isRunning } = useEndpointMutation(cancelGuestTicket, {
    onSuccess: () => void navigate(paths.checkout.href({ id: event.id }, { ticket: participation.ticketTypeId })),
    onError: (error) => {
      toast.error(applicationError(error));
      onChanged();
    },
  });
  return (
    <>
      <Notice tone="error" role="alert">
        {NOT_PAID}
      </Notice>
      <Button
        variant="primary"
        isLoading={isRunning}
        onClick={() => void run({ params: { token }, query: { isUnpaid: 'true' } }).catch(() => undefined)}
      >
        もう一度お支払いに進む
      </Button>
    </>
  );
}
