import { render, type RenderResult } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { type ComponentType, type ReactNode, useEffect, useMemo, useState } from 'react';
import { BrowserRouter, MemoryRouter, parsePath, Route, Routes, useLocation, useNavigate } from 'react-router-dom';

import type { Me } from '../contract/users';
import { clearCache } from '../data/cache/clear-cache';
import { DataProvider } from '../data/data-provider';
import { getMe } from '../data/endpoints';
import { seedEndpoint } from '../data/fetch-entry';
import { takeToasts, type ToastAction } from '../feedback/toast';
import { useResendEmailDialog } from '../feedback/use-resend-email-dialog';
import { useShareDialog } from '../feedback/use-share-dialog';
import { listenForBackNavigation } from '../navigation/navigation-blocker';
import { PrefetchProvider } from '../navigation/prefetch-provider';
import type { AppConfig } from '../page/boot-data';
import { endSession } from '../page/end-session';
import { type AnySlotProps, type ShellServices, ShellServicesProvider } from '../page/shell-services';
import type { SlotName, SlotParams } from '../page/slots';
import { SessionProvider, useSessionStore } from '../session/session-provider';
import { createSessionStore, isSignedIn, type SessionStore } from '../session/session-store';
import { UserProvider } from '../session/user-provider';
import { aConfig } from './builders';
import { FakeNetwork } from './fake-network';

interface AppOptions {
  /** The current user. Default: none. A signed-in user is also available to `useUser`. */
  me?: Me | null;
  /** The URL. Default '/'. */
  path?: string;
  /** Pattern with the URL's parameters in braces. Default: the path itself. */
  pattern?: string;
  /** The history state passed on by the previous page. */
  state?: unknown;
  /** Uses the real browser history, whose back navigation is part of the test. */
  isInHistory?: boolean;
  config?: Partial<AppConfig>;
  /** The components in slots; an unfilled slot renders nothing, as in the product. */
  slots?: { [Name in SlotName]?: ComponentType<SlotParams<Name>> };
  network?: FakeNetwork;
}

interface AppResult extends RenderResult {
  user: UserEvent;
  network: FakeNetwork;
  session: SessionStore;
  /** Path and query of the current page. */
  currentUrl: () => string;
  /** The page title, as the browser tab would show it. */
  pageTitle: () => string | null;
}

/** Renders a part of the product in a fake shell: router, session, cache, slots, toasts, and its own network. */
export function renderWithApp(children: ReactNode, options: AppOptions = {}): AppResult {
  const { me = null, path = '/', state, pattern, isInHistory = false, network = new FakeNetwork() } = options;
  clearCache();
  network.install();
  const session = createSessionStore({ me });
  if (isInHistory) {
    history.pushState(null, '', path);
    listenForBackNavigation();
  }
  if (me) seedEndpoint(getMe, {}, me);
  const seen = { url: path, title: null as string | null };
  const frame = (
    <Frame seen={seen} config={aConfig(options.config)} slots={options.slots ?? {}}>
      {children}
    </Frame>
  );
  const result = render(
    <SessionProvider store={session}>
      <DataProvider>
        <Router path={path} state={state} isInHistory={isInHistory}>
          <Routes>
            <Route
              path={toRouterPattern(pattern ?? path.split('?')[0] ?? '/')}
              element={isSignedIn(me) ? <UserProvider user={me}>{frame}</UserProvider> : frame}
            />
            <Route path="*" element={<SeenUrl seen={seen} />} />
          </Routes>
        </Router>
      </DataProvider>
    </SessionProvider>,
  );
  return {
    ...result,
    user: userEvent.setup(),
    network,
    session,
    currentUrl: () => seen.url,
    pageTitle: () => seen.title,
  };
}

interface RouterProps {
  path: string;
  state: unknown;
  isInHistory: boolean;
  children: ReactNode;
}

function Router({ path, state, isInHistory, children }: RouterProps) {
  return isInHistory ? (
    <BrowserRouter useTransitions={false}>{children}</BrowserRouter>
  ) : (
    <MemoryRouter initialEntries={[{ ...parsePath(path), state }]} useTransitions={false}>
      {children}
    </MemoryRouter>
  );
}

interface PageRecord {
  url: string;
  title: string | null;
}

function Frame({
  seen,
  config,
  slots,
  children,
}: {
  seen: PageRecord;
  config: AppConfig;
  slots: NonNullable<AppOptions['slots']>;
  children: ReactNode;
}) {
  const session = useSessionStore();
  const navigate = useNavigate();
  const { open: resendEmail, dialog } = useResendEmailDialog();
  const shareDialog = useShareDialog();
  const services = useMemo<ShellServices>(
    () => ({
      config,
      Slot: ({ name, params, fallback }: AnySlotProps) => {
        const Filler = slots[name] as ComponentType<object> | undefined;
        return Filler ? <Filler {...params} /> : fallback;
      },
      setPageTitle: (title) => {
        seen.title = title;
      },
      setPageLayout: () => undefined,
      signOut: (options = {}) =>
        endSession(session, { ...options, leave: () => void navigate(options.to ?? '/'), startOver: () => undefined }),
      setTheme: (theme) => session.setState({ theme }),
      setAnalyticsConsent: (analyticsConsent) => session.setState({ analyticsConsent }),
      resendEmail,
    }),
    [config, slots, seen, session, navigate, resendEmail],
  );
  return (
    <ShellServicesProvider value={services}>
      <PrefetchProvider prefetchPage={prefetchNothing}>
        <SeenUrl seen={seen} />
        {children}
        {dialog}
        {shareDialog}
        <Toasts />
      </PrefetchProvider>
    </ShellServicesProvider>
  );
}

function SeenUrl({ seen }: { seen: PageRecord }) {
  const { pathname, search } = useLocation();
  useEffect(() => {
    seen.url = pathname + search;
  }, [seen, pathname, search]);
  return null;
}

/** Toasts as plain text, which a test can find. */
function Toasts() {
  const [shown, setShown] = useState<{ message: string; action?: ToastAction | undefined }[]>([]);
  useEffect(() => takeToasts((_kind, message, action) => setShown((known) => [...known, { message, action }])), []);
  return (
    <div aria-label="通知" role="region">
      {shown.map(({ message, action }, index) => (
        <div key={index}>
          <p>{message}</p>
          {action && <button onClick={action.onPress}>{action.label}</button>}
        </div>
      ))}
    </div>
  );
}

const prefetchNothing = () => undefined;

const toRouterPattern = (pattern: string) => pattern.replace(/\{(\w+)\}/g, ':$1');
