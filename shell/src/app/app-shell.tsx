import { useCallback, useMemo, useState } from 'react';
import { useLocation, useNavigate, useRoutes } from 'react-router-dom';
import type { AppConfig, PageLayout } from '@manabiba/shared/composition/boot-data';
import { type Composition, CompositionProvider, type SignOutOptions } from '@manabiba/shared/composition/composition-context';
import { useResendEmailDialog } from '@manabiba/shared/composition/resend-email';
import { endSession } from '@manabiba/shared/composition/end-session';
import { paths } from '@manabiba/shared/platform';
import { useSessionStore } from '@manabiba/shared/session/session-provider';
import { AnalyticsRequest } from '../chrome/analytics-request';
import { EMPTY_LAYOUT, PageFrame } from '../chrome/page-frame';
import { ReleaseNotice } from '../chrome/release-notice';
import { RemoteSlot } from '../remotes/remote-slot';
import { useRegistry, useRemotes } from '../remotes/remotes-context';
import { AnalyticsKeeper } from './analytics-keeper';
import { chooseAnalyticsConsent } from './analytics-consent';
import { Guard } from './guard';
import { useFocusOnNavigation } from './use-focus-on-navigation';
import { NavigationProgress } from './navigation-progress';
import { PageCrash } from './page-crash';
import { prefetchPage } from './prefetch-page';
import { type AppRoute, routeAt, routesOf, toRouteObject } from './routes';
import { useScrollRestoration } from './use-scroll-restoration';
import { SessionKeeper } from './session-keeper';
import { chooseTheme } from './theme';
import { ToastHost } from './toast-host';
import { useNewerRelease } from './use-newer-release';
import { useDocumentTitle } from './use-document-title';

/** The frame of every page: which page it is, what stands around it, who may see it. */
export function AppShell({ config }: { config: AppConfig }) {
  const registry = useRegistry();
  const { pathname, search } = useLocation();
  const routes = useMemo(() => routesOf(registry, config.isDevelopment), [registry, config.isDevelopment]);
  const route = routeAt(routes, pathname);
  const [pageTitle, setPageTitle] = useState<string | null>(null);
  const resend = useResendEmailDialog();
  const [pageLayout, setPageLayout] = useState<PageLayout | null>(null);
  const layout = layoutOf({ ...route.layout, ...pageLayout }, search);
  const composition = useShellComposition(config, routes, { setPageTitle, setPageLayout, resendEmail: resend.open });
  const title = useDocumentTitle(pageTitle ?? route.title);
  useScrollRestoration();
  useFocusOnNavigation();
  const { isTold, dismiss } = useNewerRelease(config.shellVersion);
  const news = <ReleaseNotice isTold={isTold} onReload={() => location.reload()} onDismiss={dismiss} />;

  return (
    <CompositionProvider value={composition}>
      <SessionKeeper />
      <AnalyticsKeeper pattern={route.path} />
      <NavigationProgress title={title} />
      <PageFrame layout={layout} news={news} request={mayAsk(route.path, layout) && <AnalyticsRequest />}>
        <PageCrash key={pathname}>
          <Guard access={route.access} isLegal={route.isLegal ?? false}>
            <Page route={route} />
          </Guard>
        </PageCrash>
      </PageFrame>
      {resend.dialog}
      <ToastHost />
    </CompositionProvider>
  );
}

/** The page itself, with the parameters of its address. */
function Page({ route }: { route: AppRoute }) {
  return useRoutes([toRouteObject(route)]);
}

/** `content_only=true` leaves nothing of the shell but the closure banner. */
function layoutOf(layout: PageLayout, search: string): PageLayout {
  const isContentOnly = new URLSearchParams(search).get('content_only') === 'true';
  return isContentOnly ? { ...layout, ...EMPTY_LAYOUT } : layout;
}

/** Nobody is asked for anything in the middle of a class, nor where the page is nothing but itself. */
function mayAsk(pattern: string, { header = true, ground = 'default', fixed = false }: PageLayout): boolean {
  return header && ground === 'default' && !fixed && pattern !== paths.classroom.pattern;
}

/** What the shell lends to the facade. */
function useShellComposition(
  config: AppConfig, routes: readonly AppRoute[], { setPageTitle, setPageLayout, resendEmail }: Pick<Composition, 'setPageTitle' | 'setPageLayout' | 'resendEmail'>,
): Composition {
  const session = useSessionStore();
  const remotes = useRemotes();
  const navigate = useNavigate();
  const signOut = useCallback((options: SignOutOptions = {}) => endSession(session, () => void navigate(options.to ?? '/'), options), [session, navigate]);
  return useMemo(() => ({
    config, Slot: RemoteSlot, setPageTitle, setPageLayout, signOut, resendEmail,
    prefetchPage: (pathname) => prefetchPage(pathname, routes, remotes),
    setTheme: (theme) => chooseTheme(session, theme),
    setAnalyticsConsent: (consent) => chooseAnalyticsConsent(session, consent),
  }), [config, routes, remotes, session, setPageTitle, setPageLayout, signOut, resendEmail]);
}
