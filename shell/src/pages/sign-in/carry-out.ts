import { createReservation, deleteReservation, followUser, unfollowUser } from '@manabiba/shared/data/endpoints';
import { callEndpoint, showMessageFor, toast } from '@manabiba/shared/platform';
import type { Intent } from '@manabiba/shared/session/intent';

/** Does for somebody who has just come in what they wanted as a visitor, says so, and lets them undo it. */
export async function carryOut(intent: Intent): Promise<void> {
  const { done, undone } = sentences[intent.kind];
  try {
    await send(intent);
  } catch (error) {
    return showMessageFor(error);
  }
  const undo = () => void takeBack(intent).then(() => toast.success(undone(intent)), showMessageFor);
  toast.success(done(intent), { label: '元に戻す', onPress: undo });
}

/** What will be done once somebody has come in; `after` says by what. */
export const promiseOf = (intent: Intent, after: string) => `${after}、${sentences[intent.kind].promise(intent)}`;

const sentences: Record<Intent['kind'], Record<'promise' | 'done' | 'undone', (intent: Intent) => string>> = {
  reserve: {
    promise: ({ name }) => `「${name}」を予約します。`,
    done: ({ name }) => `「${name}」を予約しました。`,
    undone: () => '予約を取り消しました。',
  },
  follow: {
    promise: ({ name }) => `${name}さんをフォローします。`,
    done: ({ name }) => `${name}さんをフォローしました。`,
    undone: () => 'フォローを解除しました。',
  },
};

function send({ kind, id, key }: Intent): Promise<unknown> {
  return kind === 'reserve'
    ? callEndpoint(createReservation, { params: { id }, body: { key } })
    : callEndpoint(followUser, { params: { id } });
}

function takeBack({ kind, id }: Intent): Promise<unknown> {
  return kind === 'reserve'
    ? callEndpoint(deleteReservation, { params: { id } })
    : callEndpoint(unfollowUser, { params: { id } });
}
