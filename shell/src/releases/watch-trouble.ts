import type { BootData } from '@manabiba/shared/page/boot-data';

import { observe, readyPartOf } from './ready-parts';
import { reportSign } from './report-sign';
import { watchTraces } from './watch-traces';

const MINUTE_MS = 60_000;
/** A position in a script of a release. */
const FRAME = /\/r\/([\w-]+)\/([\w.-]+)\/[\w@~./-]+:\d+:\d+/;
/** Requests that scripts send. */
const SENT = new Set(['fetch', 'xmlhttprequest', 'beacon']);

/* More than this within a minute makes a page hard to use. A page that works stays far below, also on a weak phone. */
const MOST_BUSY_MS = 20_000;
const MOST_REQUESTS = 300;
/** Layout shift as the browser measures it; from 0.25 on a page counts as poor in its whole life. */
const MOST_SHIFT = 1;

interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

/**
 * Reports, without a failure of a part, what makes a page hard to use: a browser that is busy, requests in a loop,
 * content that moves, traces that are not the shell's, and clicks whose handlers throw. The web server compares how many
 * page views of a release had it with the release before. `watch-breaches.ts` watches the header and footer.
 *
 * A thrown error names its release. For the rest, every remote with a part on the page is reported, because each release
 * is compared with its own past.
 *
 * @param boot the page's boot data; without the token of a page view nothing is reported.
 */
export function watchTrouble({ view, registry }: Partial<BootData>): () => void {
  if (!view || !registry) return () => undefined;
  const versions = new Map<string, string>();
  const reported = new Set<string>();

  const report = (sign: string, remote: string, version: string, frames?: string[]) => {
    const name = `${sign} ${remote}`;
    if (!reported.has(name) && reportSign({ view, remote, version, sign, frames })) reported.add(name);
  };
  const reportAll = (sign: string) => () => versions.forEach((version, remote) => report(sign, remote, version));
  const busy = limit(MOST_BUSY_MS, reportAll('busy'));
  const requests = limit(MOST_REQUESTS, reportAll('requests'));
  const shifts = limit(MOST_SHIFT, reportAll('shifts'));

  const stops = [
    observe('mark', (mark) => {
      const part = readyPartOf(mark);
      if (part) versions.set(part.remote, part.version);
    }),
    observe('longtask', ({ startTime, duration }) => busy(startTime, duration)),
    observe<PerformanceResourceTiming>('resource', ({ startTime, initiatorType }) => {
      if (SENT.has(initiatorType)) requests(startTime, 1);
    }),
    observe<LayoutShift>('layout-shift', ({ startTime, value, hadRecentInput }) => {
      if (!hadRecentInput) shifts(startTime, value);
    }),
    watchTraces(reportAll('traces')),
    watchClicks((error) => {
      const [frame, remote, version] = FRAME.exec(error instanceof Error ? (error.stack ?? '') : '') ?? [];
      if (frame && remote && version) report('clicks', remote, version, [frame]);
    }),
  ];
  return () => stops.forEach((stop) => stop());
}

/** Returns a function that adds an amount at a time, and calls back when a minute has had more than the most. */
function limit(most: number, onExceeded: () => void): (at: number, amount: number) => void {
  let recent: { at: number; amount: number }[] = [];
  return (at, amount) => {
    recent = [...recent.filter((each) => each.at > at - MINUTE_MS), { at, amount }];
    if (recent.reduce((sum, each) => sum + each.amount, 0) > most) onExceeded();
  };
}

/** Passes on what is thrown while a click is handled. */
function watchClicks(take: (error: unknown) => void): () => void {
  let isClick = false;
  const begin = () => {
    isClick = true;
    // After all handlers of this click.
    setTimeout(() => {
      isClick = false;
    });
  };
  const note = ({ error }: ErrorEvent) => {
    if (isClick) take(error);
  };
  addEventListener('click', begin, true);
  addEventListener('error', note);
  return () => {
    removeEventListener('click', begin, true);
    removeEventListener('error', note);
  };
}
