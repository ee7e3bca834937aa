import { matchPattern } from '@manabiba/shared/navigation/paths';
import type { BootData } from '@manabiba/shared/page/boot-data';
import { type Metric, onCLS, onINP, onLCP, onTTFB } from 'web-vitals';

/** The share of page views that report how fast they were. */
const SHARE = 0.1;
/** The remote of a page that the shell itself shows. */
const SHELL = 'shell';

/**
 * Reports, for a share of page views, how fast the page was for this person (Core Web Vitals), once, when the tab is
 * left or hidden. Nothing about the person or the address is sent: only which remote had the page, and the trace of its
 * request, so that the browser's part of the time appears in it.
 *
 * @param isChosen whether this page view reports; for tests.
 */
export function reportTimings({ view, registry }: Partial<BootData>, isChosen = Math.random() < SHARE): () => void {
  if (!view || !registry || !isChosen) return () => undefined;
  const remote =
    Object.entries(registry.remotes).find(([, { routes }]) =>
      routes.some(({ path }) => matchPattern(path, location.pathname)),
    )?.[0] ?? SHELL;
  const vitals: Partial<Record<Metric['name'], number>> = {};
  const note = ({ name, value }: Metric) => {
    vitals[name] = value;
  };
  for (const listen of [onTTFB, onLCP, onCLS, onINP]) listen(note);
  // After the listeners of the library, which report the last values at the same moment.
  const send = () => {
    if (document.visibilityState !== 'hidden' || Object.keys(vitals).length === 0) return;
    removeEventListener('visibilitychange', send);
    navigator.sendBeacon('/beacon/timings', JSON.stringify({ view, remote, vitals, ...pageLoad() }));
  };
  addEventListener('visibilitychange', send);
  return () => removeEventListener('visibilitychange', send);
}

/** When the page was asked for, how long until it had loaded, and the trace that the server named with it. */
function pageLoad(): { load?: { traceparent: string; startedAt: number; ms: number } } {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const traceparent = page?.serverTiming?.find(({ name }) => name === 'traceparent')?.description;
  if (!page || !traceparent || page.loadEventStart === 0) return {};
  return { load: { traceparent, startedAt: Math.round(performance.timeOrigin), ms: Math.round(page.loadEventStart) } };
}
