import { matchPattern } from '@manabiba/shared/navigation/paths';
import type { BootData } from '@manabiba/shared/page/boot-data';

import { ANSWERS_MS } from '../remotes/timeouts';
import { observe, type ReadyPart, readyPartOf } from './ready-parts';

/** How long after its code has loaded a page may show nothing, in milliseconds. */
const BLANK_MS = 3000;
/** Elements that show something without a text; skeletons are busy. */
const SHOWN = 'img, svg, canvas, video, iframe, input, textarea, select, [aria-busy]';

/**
 * Reports what fails without an error: a page of a remote that shows nothing, and a part that keeps the page from
 * responding. A page that never responds again is found when its tab is loaded next (`hang-guard.ts`).
 *
 * Reads the marks of the parts that are ready (`report-outcome.ts`), also of those from before it was called. Browsers
 * without the API of long tasks report no hangs.
 *
 * @param boot the page's boot data; without the token of a page view nothing is reported.
 */
export function watchRenderedParts({ view, registry }: Partial<BootData>): () => void {
  if (!view || !registry) return () => undefined;
  const ready: ReadyPart[] = [];
  const timers: Array<ReturnType<typeof setTimeout>> = [];

  const report = ({ remote, version }: ReadyPart) => {
    if (navigator.onLine) navigator.sendBeacon('/beacon/failure', JSON.stringify({ view, remote, version }));
  };
  const isOpen = ({ remote, kind, key }: ReadyPart) =>
    kind === 'pages' &&
    registry.remotes[remote]?.routes.some(({ page, path }) => page === key && matchPattern(path, location.pathname));
  const take = (entry: PerformanceEntry) => {
    const part = readyPartOf(entry);
    if (!part) return;
    ready.push(part);
    timers.push(
      setTimeout(
        () => {
          if (isOpen(part) && isBlank()) report(part);
        },
        part.at + BLANK_MS - performance.now(),
      ),
    );
  };
  const stops = [
    observe('mark', take),
    // Several parts may have started in it: each counts, because each release is compared with its own past.
    observe('longtask', ({ startTime, duration }) => {
      if (duration < ANSWERS_MS) return;
      ready.filter(({ at }) => at > startTime - ANSWERS_MS && at <= startTime + duration).forEach(report);
    }),
    () => timers.forEach(clearTimeout),
  ];
  return () => stops.forEach((stop) => stop());
}

/** Whether the page has neither text nor other visible content. */
function isBlank(): boolean {
  const content = document.getElementById('content');
  return content !== null && content.innerText.trim() === '' && !content.querySelector(SHOWN);
}
