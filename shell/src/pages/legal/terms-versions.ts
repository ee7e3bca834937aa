import type { TermsVersion } from '@manabiba/shared/contract/terms';

/** Documents take effect at the beginning of a day in Japan, wherever they are read. */
export const TERMS_TIME_ZONE = 'Asia/Tokyo';

/** Returns the announced versions that have not taken effect, the next one first. */
export const comingVersions = (versions: readonly TermsVersion[], now: Date) =>
  versions.filter(({ effectiveAt }) => Date.parse(effectiveAt) > now.getTime());
