import { type AppPath, paths } from '../navigation/paths';

/** A page of the shell itself. */
export interface OwnPage {
  path: AppPath;
  /**
   * `page`: a regular page. `bare`: without the shell's layout. `link`: the target of a link in a mail, also bare.
   * `text`: a public text that the web server renders in full, so that it can be read without scripts.
   */
  kind: 'page' | 'bare' | 'link' | 'text';
  /** Excluded from search engines. */
  isHidden?: boolean;
}

/** The shell's own pages, used by the browser's routes and the web server. */
export const ownPages = {
  top: { path: paths.top, kind: 'page' },
  search: { path: paths.search, kind: 'page', isHidden: true },
  signIn: { path: paths.signIn, kind: 'bare' },
  resetPassword: { path: paths.resetPassword, kind: 'link', isHidden: true },
  verifyEmail: { path: paths.verifyEmail, kind: 'link', isHidden: true },
  guardianConsent: { path: paths.guardianConsent, kind: 'link', isHidden: true },
  termsOfUse: { path: paths.termsOfUse, kind: 'text' },
  privacyPolicy: { path: paths.privacyPolicy, kind: 'text' },
  law: { path: paths.law, kind: 'text' },
  brandAssets: { path: paths.brandAssets, kind: 'text' },
  seatProof: { path: paths.seatProof, kind: 'page' },
} as const satisfies Record<string, OwnPage>;

export type OwnPageName = keyof typeof ownPages;

/** Returns the title of an own page; empty for the top page, whose title is the product name alone. */
export const titleOfOwnPage = ({ path }: OwnPage): string => (path.pattern === paths.top.pattern ? '' : path.part);
