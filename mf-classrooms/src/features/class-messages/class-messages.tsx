import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { listClassroomMessages, updateClassroomMessageSubscription } from '@manabiba/shared/data/endpoints';
import { HostMessages } from '@manabiba/shared/people/host-messages';
import { isSignedIn, showMessageFor, useEndpoint, useEndpointMutation, useMe } from '@manabiba/shared/platform';

/** What the host of a class has written, for whoever reserved or attended it. The room of an event has those of its event. */
export function ClassMessages({ classroom }: { classroom: ClassroomDetail }) {
  const { isReserved, myRole, hasMessages } = classroom;
  const takesPart = isReserved || (myRole !== null && myRole !== 'host');
  return isSignedIn(useMe()) && takesPart && hasMessages ? <Messages classroom={classroom} /> : null;
}

function Messages({ classroom: { id, host } }: { classroom: ClassroomDetail }) {
  const { run } = useEndpointMutation(updateClassroomMessageSubscription, { onError: showMessageFor });
  return (
    <HostMessages
      title="ホストからのメッセージ"
      nickname={host.nickname}
      call={useEndpoint(listClassroomMessages, { params: { id } })}
      onSubscribe={(isSubscribed) => run({ params: { id }, body: { isSubscribed } })}
    />
  );
}
