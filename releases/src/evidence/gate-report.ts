import { type SlotPlace, slots } from '@manabiba/shared/page/slots';
import * as z from 'zod/mini';

import type { ReleaseManifest } from '../store/release-manifest';

const sentences = z.array(z.string().check(z.maxLength(2000))).check(z.maxLength(500));

/** Findings of the command on the releaser's machine. */
export const gateReport = z.object({
  /** The remote's sources against the facade and contract of a shell. */
  types: z.optional(z.object({ shell: z.string(), sources: z.string(), refusals: sentences })),
  /** The candidate in the live shell, with the parts that mounted: `route /events`, `slot top-events`. */
  browser: z.optional(z.object({ opened: z.array(z.string()), refusals: sentences })),
});
export type CommandReport = z.infer<typeof gateReport>;

/** The page of each slot and its access: the browser release gate opens the slot there. */
export const slotHosts = Object.fromEntries(
  Object.entries<SlotPlace<unknown>>(slots)
    .filter(([, { isAfterAction }]) => !isAfterAction)
    .map(([name, { page, search = '', hash = '', access }]) => [name, { path: page.pattern + search + hash, access }]),
);

/**
 * Returns what a report lacks to be the result of a whole gate; empty when it is one.
 *
 * @param types digest of the facade and contract that the live shell gives.
 */
export function missingInReport(
  { types, browser }: CommandReport,
  manifest: Pick<ReleaseManifest, 'routes' | 'slots' | 'sources'>,
  liveTypes: string | undefined,
): string[] {
  return [...missingOfTypes(types, manifest, liveTypes), ...missingOfBrowser(browser, manifest)];
}

function missingOfTypes(
  types: CommandReport['types'],
  { sources }: Pick<ReleaseManifest, 'sources'>,
  liveTypes: string | undefined,
): string[] {
  if (!types) return ['The check of the types is missing.'];
  if (types.refusals.length > 0) return types.refusals.map((sentence) => `The types do not fit: ${sentence}`);
  return [
    ...(types.shell === liveTypes ? [] : ['The types were checked against another shell than the live one.']),
    ...(types.sources === sources ? [] : ['The types were checked of other sources than those of the build.']),
  ];
}

function missingOfBrowser(
  browser: CommandReport['browser'],
  { routes, slots: offered }: Pick<ReleaseManifest, 'routes' | 'slots'>,
): string[] {
  if (!browser) return ['The check in a browser is missing.'];
  if (browser.refusals.length > 0) return browser.refusals;
  const parts = [
    ...routes.map(({ path }) => `route ${path}`),
    ...offered.filter((slot) => slotHosts[slot]).map((slot) => `slot ${slot}`),
  ];
  return parts.filter((part) => !browser.opened.includes(part)).map((part) => `No browser has opened the ${part}.`);
}
