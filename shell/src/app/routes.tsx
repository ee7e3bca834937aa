import type { PageAccess, PageLayout, Registry } from '@manabiba/shared/page/boot-data';
import { knownPath, NotFoundPage, paths } from '@manabiba/shared/platform';
import type { ReactNode } from 'react';
import { matchRoutes, type RouteObject } from 'react-router-dom';

import { EMPTY_LAYOUT } from '../chrome/page-frame';
import { LazyPage, type LoadPage } from '../pages/lazy-page';
import { TopPage } from '../pages/top-page';
import { type OfferedRoute, offeredRoutes } from '../remotes/registry';
import { RemotePage } from '../remotes/remote-page';
import { UnavailablePage } from '../remotes/unavailable-page';

/** A page as the shell treats it, whoever draws it. */
export interface AppRoute {
  /** With parameters in braces. */
  path: string;
  /** Empty for the top page. */
  title: string;
  layout: PageLayout;
  access: PageAccess;
  element: ReactNode;
  /** Set when a remote draws the page. */
  offered?: OfferedRoute;
  /** Open to everybody in whatever state they are: what the law wants to be read, what a mail leads to. */
  isLegal?: boolean;
  /** Loaded before the page is first drawn, by the web server too: its whole text stands in the HTML. */
  loadFirst?: LoadPage;
}

interface OwnPath {
  pattern: string;
  part: string;
}

/** A text that everybody can read, without JavaScript too. */
const legal = ({ pattern, part }: OwnPath, load: LoadPage): AppRoute => ({
  path: pattern,
  title: part,
  layout: {},
  access: 'anyone',
  isLegal: true,
  element: <LazyPage load={load} />,
  loadFirst: load,
});

/** What a link in a mail leads to, whoever is signed in. */
const link = ({ pattern, part }: OwnPath, load: LoadPage): AppRoute => ({
  path: pattern,
  title: part,
  layout: EMPTY_LAYOUT,
  access: 'anyone',
  isLegal: true,
  element: <LazyPage load={load} />,
});

/**
 * What the shell itself shows. Everything but the top page is fetched when it is opened; its chunk is named after its
 * path, so that the web server can send for it along with the page.
 */
const ownRoutes: AppRoute[] = [
  { path: paths.top.pattern, title: '', layout: {}, access: 'anyone', element: <TopPage /> },
  {
    path: paths.signIn.pattern,
    title: paths.signIn.part,
    layout: EMPTY_LAYOUT,
    access: 'anyone',
    element: (
      <LazyPage
        load={() =>
          import(/* webpackChunkName: "own-signin" */ '../pages/sign-in/sign-in-page').then(
            (module) => module.SignInPage,
          )
        }
      />
    ),
  },
  {
    path: paths.search.pattern,
    title: paths.search.part,
    layout: {},
    access: 'anyone',
    element: (
      <LazyPage
        load={() =>
          import(/* webpackChunkName: "own-search" */ '../pages/search/search-page').then((module) => module.SearchPage)
        }
      />
    ),
  },
  link(paths.resetPassword, () =>
    import(/* webpackChunkName: "own-reset_password" */ '../pages/account-links/reset-password-page').then(
      (module) => module.ResetPasswordPage,
    ),
  ),
  link(paths.verifyEmail, () =>
    import(/* webpackChunkName: "own-verify_email" */ '../pages/account-links/verify-email-page').then(
      (module) => module.VerifyEmailPage,
    ),
  ),
  link(paths.guardianConsent, () =>
    import(/* webpackChunkName: "own-guardian_consent" */ '../pages/account-links/guardian-consent-page').then(
      (module) => module.GuardianConsentPage,
    ),
  ),
  legal(paths.termsOfUse, () =>
    import(/* webpackChunkName: "own-aud-terms_of_use" */ '../pages/legal/terms-of-use-page').then(
      (module) => module.TermsOfUsePage,
    ),
  ),
  legal(paths.privacyPolicy, () =>
    import(/* webpackChunkName: "own-privacy_policy" */ '../pages/legal/privacy-policy-page').then(
      (module) => module.PrivacyPolicyPage,
    ),
  ),
  legal(paths.law, () =>
    import(/* webpackChunkName: "own-law" */ '../pages/legal/law-page').then((module) => module.LawPage),
  ),
  legal(paths.brandAssets, () =>
    import(/* webpackChunkName: "own-brand_assets" */ '../pages/legal/brand-assets-page').then(
      (module) => module.BrandAssetsPage,
    ),
  ),
];

const developmentRoutes: AppRoute[] = [
  {
    path: '/dev/ui',
    title: '部品の一覧',
    layout: {},
    access: 'anyone',
    element: <LazyPage load={() => import('../pages/dev-ui-page').then((module) => module.DevUiPage)} />,
  },
];

/** All pages of this page load: the shell's own and what the live releases offer. */
export function routesOf(registry: Registry, isDevelopment: boolean): AppRoute[] {
  const own = isDevelopment ? [...ownRoutes, ...developmentRoutes] : ownRoutes;
  const taken = new Set(own.map(({ path }) => path));
  const offered = offeredRoutes(registry)
    .filter(({ path }) => !taken.has(path))
    .map((route): AppRoute => ({
      path: route.path,
      title: route.title,
      layout: route.layout ?? {},
      access: route.access,
      offered: route,
      element: <RemotePage route={route} />,
    }));
  return [...own, ...offered];
}

/** The page of a URL path, the most exact one first; what is not there says whether it could be. */
export function routeAt(routes: readonly AppRoute[], pathname: string): AppRoute {
  const [match] = matchRoutes(routes.map(toRouteObject), pathname) ?? [];
  return routes.find((route) => route.path === match?.route.id) ?? missingRoute(pathname);
}

/** For the router, which ranks routes and reads their parameters. */
export const toRouteObject = ({ path, element }: AppRoute): RouteObject => ({
  id: path,
  path: path.replace(/\{(\w+)\}/g, ':$1'),
  element,
});

/** Pages that the web server itself serves: inside the shell there is none. */
const servedElsewhere: ReadonlyArray<{ pattern: string }> = [paths.status];

function missingRoute(pathname: string): AppRoute {
  const known = knownPath(pathname);
  if (!known || servedElsewhere.includes(known))
    return { path: '*', title: 'ページが見つかりません', layout: {}, access: 'anyone', element: <NotFoundPage /> };
  return {
    path: '*',
    title: known.part,
    layout: {},
    access: accessOfMissing(known.pattern),
    element: <UnavailablePage part={known.part} />,
  };
}

/** Pages about oneself ask for a person even while the remote that draws them is away. */
function accessOfMissing(pattern: string): PageAccess {
  const { settings, profileSettings, notifications, orgSettings, myClassrooms } = paths;
  if (pattern === orgSettings.pattern) return 'professional';
  return [settings, profileSettings, notifications, myClassrooms].some((path) => path.pattern === pattern)
    ? 'person'
    : 'anyone';
}
