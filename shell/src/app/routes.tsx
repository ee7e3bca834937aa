import type { PageAccess, PageLayout, Registry } from '@manabiba/shared/page/boot-data';
import { type OwnPage, type OwnPageName, ownPages, titleOfOwnPage } from '@manabiba/shared/page/own-pages';
import { knownPath, NotFoundPage, paths } from '@manabiba/shared/platform';
import type { ReactNode } from 'react';
import { matchRoutes, type RouteObject } from 'react-router-dom';

import { EMPTY_LAYOUT } from '../chrome/page-frame';
import { LazyPage, type LoadPage } from '../pages/lazy-page';
import { type OfferedRoute, offeredRoutes } from '../remotes/registry';
import { RemotePage } from '../remotes/remote-page';
import { UnavailablePage } from '../remotes/unavailable-page';

/** A page as the shell handles it, its own or a remote's. */
export interface AppRoute {
  /** Path pattern with parameters in braces. */
  path: string;
  /** Empty for the top page. */
  title: string;
  layout: PageLayout;
  access: PageAccess;
  element: ReactNode;
  /** Set when a remote renders the page. */
  offered?: OfferedRoute;
  /** Accessible in every account state: legally required pages and the targets of mail links. */
  isLegal?: boolean;
  /** Loaded before the first render, on the web server too: it is in the HTML in full. */
  loadFirst?: LoadPage | undefined;
}

/**
 * Loaders of the shell's own pages. The chunk of each is named after its path, so that the web server can preload it
 * with the page.
 */
const loaders: Record<OwnPageName, LoadPage> = {
  top: () => import(/* webpackChunkName: "own-" */ '../pages/top-page').then((module) => module.TopPage),
  search: () =>
    import(/* webpackChunkName: "own-search" */ '../pages/search/search-page').then((module) => module.SearchPage),
  signIn: () =>
    import(/* webpackChunkName: "own-signin" */ '../pages/sign-in/sign-in-page').then((module) => module.SignInPage),
  resetPassword: () =>
    import(/* webpackChunkName: "own-reset_password" */ '../pages/account-links/reset-password-page').then(
      (module) => module.ResetPasswordPage,
    ),
  verifyEmail: () =>
    import(/* webpackChunkName: "own-verify_email" */ '../pages/account-links/verify-email-page').then(
      (module) => module.VerifyEmailPage,
    ),
  guardianConsent: () =>
    import(/* webpackChunkName: "own-guardian_consent" */ '../pages/account-links/guardian-consent-page').then(
      (module) => module.GuardianConsentPage,
    ),
  termsOfUse: () =>
    import(/* webpackChunkName: "own-aud-terms_of_use" */ '../pages/legal/terms-of-use-page').then(
      (module) => module.TermsOfUsePage,
    ),
  privacyPolicy: () =>
    import(/* webpackChunkName: "own-privacy_policy" */ '../pages/legal/privacy-policy-page').then(
      (module) => module.PrivacyPolicyPage,
    ),
  law: () => import(/* webpackChunkName: "own-law" */ '../pages/legal/law-page').then((module) => module.LawPage),
  brandAssets: () =>
    import(/* webpackChunkName: "own-brand_assets" */ '../pages/legal/brand-assets-page').then(
      (module) => module.BrandAssetsPage,
    ),
  seatProof: () =>
    import(/* webpackChunkName: "own-status-seats" */ '../pages/seat-proof/seat-proof-page').then(
      (module) => module.SeatProofPage,
    ),
};

const ownRoutes = (Object.keys(ownPages) as OwnPageName[]).map((name): AppRoute => {
  const page: OwnPage = ownPages[name];
  const { kind, path } = page;
  const load = loaders[name];
  return {
    path: path.pattern,
    title: titleOfOwnPage(page),
    layout: kind === 'bare' || kind === 'link' ? EMPTY_LAYOUT : {},
    access: 'anyone',
    isLegal: kind === 'link' || kind === 'text',
    element: <LazyPage load={load} />,
    ...(kind === 'text' || name === 'top' ? { loadFirst: load } : {}),
  };
});

/** The top page, which links of every page lead to. */
export const loadTopPage = loaders.top;

const developmentRoutes: AppRoute[] = [
  {
    path: '/dev/ui',
    title: '部品の一覧',
    layout: {},
    access: 'anyone',
    element: <LazyPage load={() => import('../pages/dev-ui-page').then((module) => module.DevUiPage)} />,
  },
];

/** All pages of this page load: the shell's own and those of the live releases. */
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
  const gone = (registry.retired ?? []).map(({ path, title }): AppRoute => ({
    path,
    title,
    layout: {},
    access: 'anyone',
    element: <LazyPage load={loadRetired} />,
    loadFirst: loadRetired,
  }));
  return [...own, ...offered, ...gone];
}

const loadRetired: LoadPage = () =>
  import(/* webpackChunkName: "own-retired" */ '../pages/retired-page').then((module) => module.RetiredPage);

/** Returns the page of a URL path, the most specific one first; for an unknown path, whether it could be one. */
export function routeAt(routes: readonly AppRoute[], pathname: string): AppRoute {
  // The router compiles every route that it is given: most have another depth.
  const depth = depthOf(pathname);
  const near = routes.filter(({ path }) => depthOf(path) === depth);
  const [match] = matchRoutes(near.map(toRouteObject), pathname) ?? [];
  return (match?.route.handle as AppRoute | undefined) ?? missingRoute(pathname);
}

const depthOf = (path: string) => path.match(/[^/]+/g)?.length;

/** Route objects for the router, which ranks routes and reads their parameters. */
export const toRouteObject = (route: AppRoute): RouteObject => ({
  path: route.path.replace(/\{(\w+)\}/g, ':$1'),
  element: route.element,
  handle: route,
});

/** Pages that the web server itself serves: inside the shell they do not exist. */
const servedElsewhere: ReadonlyArray<{ pattern: string }> = [paths.status];

function missingRoute(pathname: string): AppRoute {
  const known = knownPath(pathname);
  if (!known || servedElsewhere.includes(known))
    return { path: '*', title: 'ページが見つかりません', layout: {}, access: 'anyone', element: <NotFoundPage /> };
  return {
    path: '*',
    title: known.part,
    layout: {},
    access: known.access,
    element: <UnavailablePage part={known.part} />,
  };
}
