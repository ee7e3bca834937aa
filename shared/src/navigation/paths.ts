import type { PathKeys } from '../contract/endpoint';
import { termsDocuments } from '../contract/terms-documents';

const { terms_of_use, privacy_policy } = termsDocuments;

/** All visitors, signed-in users, professionals, staff. */
export type PathAccess = 'anyone' | 'person' | 'professional' | 'staff';

type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;
type Params<P extends string> = Readonly<Record<PathKeys<P>, string>>;

export interface AppPath<P extends string = string> {
  /** With parameters in braces: /classrooms/{id}. */
  readonly pattern: P;
  /** The user-visible name of this part of the product, shown when it is unavailable. */
  readonly part: string;
  /** Who may open the page. Applies while the remote is unavailable; its release declares the same. */
  readonly access: PathAccess;
  /** Builds the URL. Absent query values are omitted. */
  href: PathKeys<P> extends never
    ? (params?: Readonly<Record<string, never>>, query?: Query) => string
    : (params: Params<P>, query?: Query) => string;
}

/**
 * Every URL of the product. A test compares each line with what is served, so a new page comes first and its line here
 * second.
 */
export const paths = {
  top: path('/', 'トップページ'),
  signIn: path('/signin', 'ログイン'),
  resetPassword: path('/reset_password', 'パスワードの再設定'),
  verifyEmail: path('/verify_email', 'メールアドレスの確認'),
  guardianConsent: path('/guardian_consent', '保護者の方の同意'),
  search: path('/search', '検索'),
  classrooms: path('/classrooms', '教室'),
  myClassrooms: path('/me/classrooms', '自分の教室', 'person'),
  classroom: path('/classrooms/{id}', '教室'),
  series: path('/series/{id}', '連続講座'),
  seriesCheckout: path('/series/{id}/checkout', 'お支払い', 'person'),
  seriesTeam: path('/series/{id}/team', '連続講座', 'person'),
  certificate: path('/certificates/{certificateToken}', '修了証'),
  archives: path('/archives', 'アーカイブ'),
  archive: path('/archives/{id}', 'アーカイブ'),
  category: path('/categories/{id}', 'アーカイブ'),
  events: path('/events', 'イベント'),
  event: path('/events/{id}', 'イベント'),
  editEvent: path('/events/{id}/edit', 'イベント', 'person'),
  organizedEvents: path('/org/events', 'イベント', 'person'),
  teamInvitation: path('/team_invitations/{invitationToken}', '運営メンバーへの招待'),
  seatOffer: path('/seat_offers/{invitationToken}', 'チケット'),
  checkout: path('/events/{id}/checkout', 'お支払い'),
  tickets: path('/tickets', 'チケット', 'person'),
  guestTicket: path('/tickets/{guestToken}', 'チケット'),
  user: path('/users/{id}', 'プロフィール'),
  professionals: path('/professionals', 'プロフェッショナル'),
  settings: path('/settings', 'アカウント設定', 'person'),
  profileSettings: path('/profile_settings', 'プロフィール設定', 'person'),
  orgSettings: path('/org/settings', 'プロフェッショナル設定', 'professional'),
  plans: path('/plans', 'プラン'),
  planConfirm: path('/plans/confirm', 'プラン', 'person'),
  receipt: path('/receipts/{id}', '領収書', 'person'),
  notifications: path('/notifications', 'お知らせ', 'person'),
  unsubscribe: path('/unsubscribe', 'お知らせ'),
  termsOfUse: path(terms_of_use.path, terms_of_use.title),
  privacyPolicy: path(privacy_policy.path, privacy_policy.title),
  law: path('/law', '特定商取引法に基づく表記'),
  brandAssets: path('/brand_assets', 'ブランドアセット'),
  status: path('/status', '稼働状況'),
  seatProof: path('/status/seats', 'お席の販売数の検査'),
} as const;

/** Returns the most specific known path that matches a URL path. */
export function knownPath(pathname: string): AppPath | undefined {
  const known: AppPath[] = Object.values(paths);
  return known
    .filter(({ pattern }) => matchPattern(pattern, pathname))
    .sort((a, b) => a.pattern.split('{').length - b.pattern.split('{').length)[0];
}

/** Returns the parameters of a URL path under a pattern; null when it does not match. */
export function matchPattern(pattern: string, pathname: string): Record<string, string> | null {
  const names: string[] = [];
  const expression = pattern.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, (_all, name: string) => {
    names.push(name);
    return '([^/]+)';
  });
  const match = new RegExp(`^${expression}/?$`).exec(pathname);
  if (!match) return null;
  return Object.fromEntries(names.map((name, index) => [name, decodePart(match[index + 1] ?? '')]));
}

function path<const P extends string>(pattern: P, part: string, access: PathAccess = 'anyone'): AppPath<P> {
  const href = (params: Record<string, string> = {}, query: Query = {}) =>
    pattern.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(params[name] ?? '')) + search(query);
  return { pattern, part, access, href: href as AppPath<P>['href'] };
}

function search(query: Query): string {
  const parts = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') parts.append(key, String(value));
  }
  const text = parts.toString();
  return text && `?${text}`;
}

/** Decodes a part of a URL; a malformed one is returned as it is. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
