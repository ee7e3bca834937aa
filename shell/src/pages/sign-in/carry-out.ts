import { createReservation, deleteReservation, followUser, unfollowUser } from '@manabiba/shared/data/endpoints';
import { callEndpoint, showMessageFor, toast } from '@manabiba/shared/platform';
import type { Intent } from '@manabiba/shared/session/intent';

/** Carries out a visitor's intent after sign-in, shows a confirmation, and offers an undo action. */
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

/** The text that announces what happens after sign-in; `after` names the action it follows. */
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
