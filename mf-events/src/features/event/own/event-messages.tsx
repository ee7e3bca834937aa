import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { listEventMessages, updateMessageSubscription } from '@manabiba/shared/data/endpoints';
import { HostMessages } from '@manabiba/shared/people/host-messages';
import { showMessageFor, useEndpoint, useEndpointMutation } from '@manabiba/shared/platform';

/** What the organizer has written to those who have a seat. */
export function EventMessages({ event: { id, organizer } }: { event: Pick<ClassroomEvent, 'id' | 'organizer'> }) {
  const { run } = useEndpointMutation(updateMessageSubscription, { onError: showMessageFor });
  return (
    <HostMessages
      title="主催者からのメッセージ"
      nickname={organizer.nickname}
      call={useEndpoint(listEventMessages, { params: { id } })}
      onSubscribe={(isSubscribed) => run({ params: { id }, body: { isSubscribed } })}
    />
  );
}
