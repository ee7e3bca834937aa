import type { BootData, DrawnPart } from '@manabiba/shared/page/boot-data';

import type { PageLocation } from '../../src/server-render';
import { type Renderer, type RendererFiles, startRenderer } from './renderer';
import { markOf, type PartFault, partOfMark, type PartToDraw } from './renderer-messages';

/**
 * How long a part rests after a fault, in milliseconds; doubled each time. The first rest is short, so that a rollout
 * hears of a release that always fails before many people get it.
 */
const REST_MS = { least: 4000, most: 60_000 };
/** Pages that may wait for one renderer: those behind would be late. */
const MAX_WAITING = 32;
/** Delay before the next start of a renderer that ended before it was ready, in milliseconds; doubled each time. */
const RESTART_MS = { least: 250, most: 60_000 };

export interface PageDrawer {
  /** Draws a page with these parts of remotes. Null when it cannot be drawn in time: the browser draws them. */
  draw(boot: BootData, place: PageLocation, parts: readonly PartToDraw[]): Promise<Drawing | null>;
  /** Resolves when a renderer takes pages. */
  ready(): Promise<void>;
  close(): void;
}

interface Drawing {
  html: string;
  drawn: readonly DrawnPart[];
}

interface Options extends RendererFiles {
  onFault: (fault: PartFault) => void;
  /** How long a page waits for what remotes draw, in milliseconds. */
  patienceMs: number;
  /** The first rest of a part. */
  restMs?: number;
}

/**
 * Draws pages with the code of remotes, in one process and with a second one that takes over when it ends.
 *
 * A part that fails costs the page that part, or if it ends or occupies the process the pages of that moment; then it
 * rests. A late page is nobody's fault.
 */
export function createPageDrawer(options: Options): PageDrawer {
  const { onFault, patienceMs, restMs = REST_MS.least, ...files } = options;
  const resting = restingParts(restMs);
  const renderers: Renderer[] = [];
  let waiting = 0;
  let isClosed = false;
  let restartMs = RESTART_MS.least;
  let tellReady: () => void = () => undefined;
  const whenReady = new Promise<void>((resolve) => {
    tellReady = resolve;
  });
  function rest(fault: PartFault): void {
    // Pages that were waiting when the part began to rest find the same fault.
    if (resting.has(markOf(fault))) return;
    resting.add(markOf(fault));
    onFault(fault);
  }

  /** Keeps two processes. The second starts when the first takes pages: the product itself is starting then. */
  function launch(): void {
    if (isClosed || renderers.length === 2) return;
    let wasReady = false;
    const renderer = startRenderer(files, {
      onReady: () => {
        wasReady = true;
        restartMs = RESTART_MS.least;
        tellReady();
        launch();
      },
      onEnd: ({ part, reason }) => {
        renderers.splice(renderers.indexOf(renderer), 1);
        if (isClosed) return;
        const culprit = partOfMark(part ?? '');
        if (culprit) rest({ ...culprit, reason });
        if (wasReady) return launch();
        setTimeout(launch, restartMs).unref();
        restartMs = Math.min(restartMs * 2, RESTART_MS.most);
      },
    });
    renderers.push(renderer);
  }

  async function draw(boot: BootData, place: PageLocation, parts: readonly PartToDraw[]): Promise<Drawing | null> {
    const fit = parts.filter((part) => !resting.has(markOf(part)));
    const renderer = renderers.find(({ isReady }) => isReady);
    if (!renderer || fit.length === 0 || waiting >= MAX_WAITING) return null;
    waiting += 1;
    const drawing = renderer.draw({ boot, place, parts: fit }).then((page) => {
      waiting -= 1;
      page?.faults.forEach(rest);
      return page;
    });
    return inTime(drawing, patienceMs);
  }

  launch();
  return {
    draw,
    ready: () => whenReady,
    close: () => {
      isClosed = true;
      for (const renderer of renderers) renderer.close();
    },
  };
}

/** The parts that have failed. Those that have not failed again for a minute after their rest are forgotten. */
function restingParts(leastMs: number) {
  const rests = new Map<string, { until: number; ms: number }>();
  return {
    has: (part: string) => (rests.get(part)?.until ?? 0) > performance.now(),
    add(part: string): void {
      const now = performance.now();
      for (const [other, { until }] of rests) if (until + REST_MS.most < now) rests.delete(other);
      const before = rests.get(part);
      const ms = before ? Math.min(before.ms * 2, REST_MS.most) : leastMs;
      rests.set(part, { until: now + ms, ms });
    },
  };
}

function inTime<T>(work: Promise<T>, withinMs: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), withinMs);
  });
  return Promise.race([work, end]).finally(() => clearTimeout(timer));
}
