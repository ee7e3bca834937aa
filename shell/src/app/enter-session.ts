import type { Me } from '@manabiba/shared/contract/users';
import { sendCall } from '@manabiba/shared/data/call-endpoint';
import { getMe, signInAnonymous } from '@manabiba/shared/data/endpoints';
import { seedEndpoint } from '@manabiba/shared/data/fetch-entry';
import type { SessionStore } from '@manabiba/shared/session/session-store';

/** Somebody is here from now on. */
export function enterSession(store: SessionStore, me: Me): void {
  seedEndpoint(getMe, {}, me);
  store.setState({ me });
}

let opening: Promise<void> = Promise.resolve();

/** Opens the session of a visitor. A failure changes nothing that can be seen. */
export function openVisitorSession(store: SessionStore): void {
  opening = sendCall(signInAnonymous, { body: {} }).then(
    ({ user }) => {
      if (store.getState().me === null) enterSession(store, user);
    },
    () => undefined,
  );
}

/** Resolves when no visitor's session is being opened: its cookie must not arrive after that of a sign-in. */
export const visitorSessionSettled = () => opening;
