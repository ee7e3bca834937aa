import { type AppPath, paths } from '../navigation/paths';

/** A page that the shell itself shows. */
export interface OwnPage {
  path: AppPath;
  /**
   * `page`: like any other. `bare`: nothing of the shell around it. `link`: what a link in a mail leads to, bare too.
   * `text`: a text that everybody may read; the web server renders the whole of it, so that it can be read without scripts.
   */
  kind: 'page' | 'bare' | 'link' | 'text';
  /** Search engines leave it out. */
  isHidden?: boolean;
}

/** The shell's own pages. The browser's routes and the web server read this table. */
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

/** The title of an own page; empty for the top page, which is titled by the product's name alone. */
export const titleOfOwnPage = ({ path }: OwnPage): string => (path.pattern === paths.top.pattern ? '' : path.part);
