import { BroadcastChannel } from 'node:worker_threads';

import type { Me } from '@manabiba/shared/contract/users';
import { clearCache } from '@manabiba/shared/data/cache/clear-cache';
import { getMe, signInAnonymous } from '@manabiba/shared/data/endpoints';
import { seedEndpoint } from '@manabiba/shared/data/fetch-entry';
import type { AppConfig, RegisteredRemote, Registry } from '@manabiba/shared/page/boot-data';
import type { RemoteDoor } from '@manabiba/shared/page/remote-door';
import { bindToPerson } from '@manabiba/shared/session/person-storage';
import { createSessionStore, type SessionStore, type Theme } from '@manabiba/shared/session/session-store';
import { aConfig, aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { act, render, type RenderResult } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom';

import { App } from '../app/app';
import { Remotes } from '../remotes/remotes';

// jsdom has none of these.
Object.assign(globalThis, { BroadcastChannel, scrollTo: () => undefined });

interface ShellOptions {
  me?: Me | null;
  path?: string;
  config?: Partial<AppConfig>;
  registry?: Registry;
  theme?: Theme;
  /** The modules of the remotes, by container. */
  modules?: Record<string, RemoteDoor | ((release: RegisteredRemote) => RemoteDoor)>;
  /** The previous releases, by remote. */
  previous?: Record<string, RegisteredRemote | undefined>;
  network?: FakeNetwork;
  /** Whether the api opens an anonymous session on request. By default the request stays pending. */
  opensVisitorSession?: boolean;
}

interface ShellResult extends RenderResult {
  user: UserEvent;
  network: FakeNetwork;
  session: SessionStore;
  remotes: Remotes;
  /** Path and query of the current page. */
  currentUrl: () => string;
  goTo: (path: string | -1) => Promise<void>;
  /** How often the page was reloaded because the user changed; here it is only counted. */
  startOver: jest.Mock<void, []>;
}

let unbind: () => void = () => undefined;
afterEach(() => unbind());

/** Renders the whole shell as the browser does, with a fake registry and network. */
export function renderShell(options: ShellOptions = {}): ShellResult {
  const { me = null, path = '/', modules = {}, registry = { remotes: {} }, previous = {}, theme = 'system' } = options;
  const network = (options.network ?? new FakeNetwork()).install();
  clearCache();
  if (options.opensVisitorSession) network.answer(signInAnonymous, { user: aMe('anonymous') });
  else network.hold(signInAnonymous);
  if (me) {
    network.answer(getMe, me);
    seedEndpoint(getMe, {}, me);
  }
  const remotes = new Remotes(registry, {
    loadExposedModule: async (release) => {
      const exposed = modules[release.container];
      if (!exposed) throw new Error(`${release.container} is down`);
      return typeof exposed === 'function' ? exposed(release) : exposed;
    },
    stylesLoaded: () => Promise.resolve(),
    dropPendingFiles: () => undefined,
    forgetChunks: () => undefined,
    fetchRegistry: (failed = '') =>
      Promise.resolve({ ...registry, ...(previous[failed] ? { previous: previous[failed] } : {}) }),
    pageUrl: () => 'http://localhost/',
  });
  const session = createSessionStore({ me, theme });
  unbind = bindToPerson(session);
  const seen: NavigationProbe = { url: path, navigate: () => undefined };
  const Router = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={[path]} useTransitions={false}>
      <Watch seen={seen} />
      {children}
    </MemoryRouter>
  );
  const startOver = jest.fn<void, []>();
  const result = render(
    <App config={aConfig(options.config)} session={session} remotes={remotes} Router={Router} startOver={startOver} />,
  );
  const goTo = (to: string | -1) =>
    act(async () => {
      seen.navigate(to);
      await Promise.resolve();
    });
  return { ...result, user: userEvent.setup(), network, session, remotes, currentUrl: () => seen.url, goTo, startOver };
}

interface NavigationProbe {
  url: string;
  navigate: (to: string | -1) => void;
}

function Watch({ seen }: { seen: NavigationProbe }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  seen.url = pathname + search;
  seen.navigate = (to) => void (to === -1 ? navigate(to) : navigate(to));
  return null;
}
