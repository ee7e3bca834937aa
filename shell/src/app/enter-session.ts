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

let opening: AbortController | undefined;

/** Opens the session of a visitor. A failure changes nothing that can be seen. */
export function openVisitorSession(store: SessionStore): void {
  opening = new AbortController();
  sendCall(signInAnonymous, { body: {} }, { signal: opening.signal }).then(
    ({ user }) => {
      if (store.getState().me === null) enterSession(store, user);
    },
    () => undefined,
  );
}

/** Breaks that off: its cookie must not arrive after the one of a sign-in. */
export function dropVisitorSession(): void {
  opening?.abort();
}
