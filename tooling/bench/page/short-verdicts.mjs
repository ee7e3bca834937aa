import { FIRST_SCREEN_BUDGET } from '../../build/size-report.mjs';

/** What is loaded: the page as browsers get it by default, beside the same source as one bundle. */
export const SHORT_SIDES = ['drawn', 'one'];

/**
 * Limits of the short form, far from what is usual on an idle machine (0.35x, 0.94x, 127 KB, 14 requests) and mostly below twice
 * of it. Source: docs/decisions/0043.
 */
const limits = { paintedRatio: 0.85, contentRatio: 1.8, jsBytes: 1.5 * FIRST_SCREEN_BUDGET, requests: 20 };

/**
 * Verdicts on a few loads of each side. Times are compared by the fastest load of each, because another process of the
 * machine only ever makes a load slower.
 */
export function shortVerdicts(pairs) {
  const least = (side, key) => Math.min(...pairs.map((pair) => pair[side][key]));
  const painted = least('drawn', 'painted') / least('one', 'painted');
  const content = least('drawn', 'content') / least('one', 'content');
  const kilobytes = (bytes) => (bytes / 1024).toFixed(1);
  return [
    [
      `drawn by the server: content painted after ${painted.toFixed(2)}x the time of one bundle; at most ${limits.paintedRatio}x`,
      painted <= limits.paintedRatio,
    ],
    [
      `drawn by the server: interactive after ${content.toFixed(2)}x the time of one bundle; at most ${limits.contentRatio}x`,
      content <= limits.contentRatio,
    ],
    [
      `${kilobytes(least('drawn', 'jsBytes'))} KB of JavaScript until content; at most ${kilobytes(limits.jsBytes)} KB`,
      least('drawn', 'jsBytes') <= limits.jsBytes,
    ],
    [
      `${least('drawn', 'requests')} requests until content; at most ${limits.requests}`,
      least('drawn', 'requests') <= limits.requests,
    ],
  ];
}
