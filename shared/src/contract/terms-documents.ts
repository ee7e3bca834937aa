/** The legal documents whose changes are announced, each with its title and the path of its page. */
export const termsDocuments = {
  terms_of_use: { title: '利用規約', path: '/aud/terms_of_use' },
  privacy_policy: { title: 'プライバシーポリシー', path: '/privacy_policy' },
} as const;
export type TermsDocument = keyof typeof termsDocuments;

/** Returns the URL of the page of an announced version, without the origin. */
export const termsVersionHref = ({ id, document }: { id: string; document: TermsDocument }) =>
  `${termsDocuments[document].path}?version=${id}`;

/** Documents take effect at the beginning of a day in Japan, wherever they are read. */
export const TERMS_TIME_ZONE = 'Asia/Tokyo';

/** Returns the announced versions that have not taken effect, the next one first. */
export const comingVersions = <Version extends { effectiveAt: string }>(versions: readonly Version[], now: Date) =>
  versions.filter(({ effectiveAt }) => Date.parse(effectiveAt) > now.getTime());
