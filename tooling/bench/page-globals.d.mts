/** What the benchmarks and the release gate put into a page. */
export interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

declare global {
  interface Window {
    /** Of the page benchmark: when the content was there, and what the browser has measured by then. */
    benchContent: Promise<{ shown: number; painted: number; content: number }>;
    benchRead: (times: { shown: number; painted: number; content: number }) => unknown;
    /** Of the search for layout shifts. */
    benchShifts: { value: number; at: number; moved: string[]; after: string[] }[];
    /** Of the archive player's benchmark, in milliseconds. */
    benchFrames: { clickedAt: number; shown: number | null; seekingAt: number; seekedMs: number | null };
    /** Marks a page that must not be loaded again. */
    benchMark: number;
    firstLoad: number;
    /** Of the benchmark of a big room, in milliseconds. */
    seen: { tasks: { startTime: number; duration: number }[]; arrivals: { at: number; size: number }[] };
    /** Of the benchmark of a board: how long each stroke took, in milliseconds. */
    strokes: number[];
    /** Of the benchmark of listening: from the first click to the first sound, in milliseconds. */
    firstSound: Promise<number>;
    axe: typeof import('axe-core');
  }
}
