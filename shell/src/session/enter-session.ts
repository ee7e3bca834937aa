import type { Me } from '@manabiba/shared/contract/users';
import { getMe } from '@manabiba/shared/data/endpoints';
import { seedEndpoint } from '@manabiba/shared/data/fetch-entry';
import type { SessionStore } from '@manabiba/shared/session/session-store';

/** Shows the user as signed in from now on. */
export function enterSession(store: SessionStore, me: Me): void {
  seedEndpoint(getMe, {}, me);
  store.setState({ me });
}
