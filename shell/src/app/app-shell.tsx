import { networkError } from '@manabiba/shared/data/api-error';
import { useResendEmailDialog } from '@manabiba/shared/feedback/use-resend-email-dialog';
import { useShareDialog } from '@manabiba/shared/feedback/use-share-dialog';
import { type PrefetchPage, PrefetchProvider } from '@manabiba/shared/navigation/prefetch-provider';
import type { AppConfig, PageLayout } from '@manabiba/shared/page/boot-data';
import { type ShellServices, ShellServicesProvider, type SignOutOptions } from '@manabiba/shared/page/shell-services';
import { useSession, useSessionStore } from '@manabiba/shared/session/session-provider';
import { memo, type ReactNode, useCallback, useMemo, useState } from 'react';
import { useLocation, useNavigate, useRoutes } from 'react-router-dom';

import { chooseAnalyticsConsent } from '../analytics/analytics-consent';
import { AnalyticsRequest } from '../chrome/analytics-request';
import { EMPTY_LAYOUT, PageFrame } from '../chrome/page-frame';
import { ToastHost } from '../feedback/toast-host';
import { RemoteSlot } from '../remotes/remote-slot';
import { useRegistry, useRemotes } from '../remotes/remotes-context';
import { SessionSync } from '../session/session-sync';
import { Guard } from './guard';
import { Late, lateComponent } from './late';
import { PageErrorBoundary } from './page-error-boundary';
import { prefetchCode } from './prefetch-code';
import { type AppRoute, routeAt, routesOf, toRouteObject } from './routes';
import { chooseTheme } from './theme';
import { useDocumentTitle } from './use-document-title';
import { useFocusOnNavigation } from './use-focus-on-navigation';
import { useScrollRestoration } from './use-scroll-restoration';

import chrome from '../chrome/chrome.module.css';

const ReleaseNotice = lateComponent((file) => file.ReleaseNotice);
const PageWatch = lateComponent((file) => file.PageWatch);

interface AppShellProps {
  config: AppConfig;
  startOver: () => void;
  announcement: ReactNode;
}

/** The frame of every page: resolves the page, its layout and who may see it. */
export function AppShell({ config, startOver, announcement }: AppShellProps) {
  const registry = useRegistry();
  const { pathname, search } = useLocation();
  const isStaff = useSession((session) => session.me?.role === 'staff');
  const routes = useMemo(
    () => routesOf(registry, config.isDevelopment).filter(({ access }) => isStaff || access !== 'staff'),
    [registry, config.isDevelopment, isStaff],
  );
  const route = routeAt(routes, pathname);
  const [pageTitle, setPageTitle] = useState<string | null>(null);
  const resend = useResendEmailDialog();
  const shareDialog = useShareDialog();
  const [pageLayout, setPageLayout] = useState<PageLayout | null>(null);
  const layout = layoutOf({ ...route.layout, ...pageLayout }, search);
  // The sound of a live room, a page that fills the screen, may continue next to later pages.
  const [hasPlayer, setHasPlayer] = useState(false);
  if (layout.fixed && !hasPlayer) setHasPlayer(true);
  const services = useServicesOfShell(config, { startOver, setPageTitle, setPageLayout, resendEmail: resend.open });
  const prefetch = usePrefetch(routes);
  const title = useDocumentTitle(pageTitle ?? route.title);
  useScrollRestoration();
  useFocusOnNavigation();
  const news = (
    <>
      {announcement}
      <div role="status" className={chrome.news}>
        <Late>
          <ReleaseNotice shellVersion={config.shellVersion} />
        </Late>
      </div>
    </>
  );

  return (
    <ShellServicesProvider value={services}>
      <PrefetchProvider prefetchPage={prefetch}>
        <SessionSync startOver={startOver} />
        <Late>
          <PageWatch pattern={route.path} title={title} />
        </Late>
        <PageFrame layout={layout} news={news} request={mayAsk(layout) && <AnalyticsRequest />}>
          <PageErrorBoundary key={pathname}>
            <Guard access={route.access} isLegal={route.isLegal ?? false}>
              <Page route={route} />
            </Guard>
          </PageErrorBoundary>
        </PageFrame>
        {hasPlayer && <RemoteSlot name="mini-player" isOptional fallback={null} />}
        {resend.dialog}
        {shareDialog}
        <ToastHost />
      </PrefetchProvider>
    </ShellServicesProvider>
  );
}

/**
 * Preloads the code of a page before it is opened. The code that prefetches data loads with the first link that is
 * hovered. The same function for every user: a changed one would reach every part of the page, as every context does.
 */
function usePrefetch(routes: readonly AppRoute[]): PrefetchPage {
  const remotes = useRemotes();
  const session = useSessionStore();
  return useCallback(
    (place) => {
      prefetchCode(place, routes, remotes);
      import('./prefetch-data').then(
        ({ prefetchData, prefetchSlotsOf }) => {
          prefetchSlotsOf(routeAt(routes, place.pathname).path, remotes);
          void prefetchData(place, session.getState().me);
        },
        () => undefined,
      );
    },
    [routes, remotes, session],
  );
}

/**
 * The page itself, with the parameters of its path. It stays as it is when only its frame renders: React would replace
 * the server-rendered HTML of a remote whose code is not there yet.
 */
const Page = memo(({ route }: { route: AppRoute }) => useRoutes([toRouteObject(route)]));

/** `content_only=true` hides the shell except for the closure banner. */
function layoutOf(layout: PageLayout, search: string): PageLayout {
  const isContentOnly = new URLSearchParams(search).get('content_only') === 'true';
  return isContentOnly ? { ...layout, ...EMPTY_LAYOUT } : layout;
}

/** Whether the page leaves room for a prompt of the shell. */
function mayAsk({ header = true, ground = 'default', fixed = false, requests = true }: PageLayout): boolean {
  return requests && header && ground === 'default' && !fixed;
}

/** The functions that the shell provides to the facade. */
function useServicesOfShell(
  config: AppConfig,
  {
    startOver,
    setPageTitle,
    setPageLayout,
    resendEmail,
  }: Pick<ShellServices, 'setPageTitle' | 'setPageLayout' | 'resendEmail'> & { startOver: () => void },
): ShellServices {
  const session = useSessionStore();
  const navigate = useNavigate();
  const signOut = useCallback(
    async (options: SignOutOptions = {}) => {
      const { endSession } = await import('@manabiba/shared/page/end-session').catch(() => {
        throw networkError();
      });
      await endSession(session, { ...options, leave: () => void navigate(options.to ?? '/'), startOver });
    },
    [session, navigate, startOver],
  );
  return useMemo(
    () => ({
      config,
      Slot: RemoteSlot,
      setPageTitle,
      setPageLayout,
      signOut,
      resendEmail,
      setTheme: (theme) => chooseTheme(session, theme),
      setAnalyticsConsent: (consent) => chooseAnalyticsConsent(session, consent),
    }),
    [config, session, setPageTitle, setPageLayout, signOut, resendEmail],
  );
}
