/**
 * What a page view may have suffered from a release without a failure. Each is counted once for each page view and
 * remote, and is compared by itself.
 */
export const troubleSigns = ['busy', 'requests', 'shifts', 'frame', 'traces', 'clicks'] as const;
export type TroubleSign = (typeof troubleSigns)[number];

/** What is compared: failures in browsers, failures of the server's rendering, and each sign. */
export const measures = ['failure', 'server', ...troubleSigns] as const;
export type Measure = (typeof measures)[number];

/** What a release did, in the sentence that says why it was withdrawn; release-words.ts has its translation. */
export const deedOf: Readonly<Record<Measure, string>> = {
  failure: 'failed',
  server: 'failed on the server',
  busy: 'kept the page busy',
  requests: 'sent too many requests',
  shifts: 'moved what was shown',
  frame: 'put the header out of reach',
  traces: 'left or replaced what is not its own',
  clicks: 'failed at a click',
};
