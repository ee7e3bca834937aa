import type { BootData, DrawnPart } from '@manabiba/shared/page/boot-data';

import type { PageLocation, RenderPage } from '../../src/server-render';
import { drawParts } from './draw-parts';
import { insertParts } from './insert-parts';
import { createReleaseRenderers } from './release-renderers';
import type { RendererFiles } from './renderer';
import { markOf, type PartFault, type PartToDraw } from './renderer-messages';

/**
 * How long a part rests after a fault, in milliseconds; doubled each time. The first rest is short, so that a rollout
 * hears of a release that always fails before many people get it.
 */
const REST_MS = { least: 4000, most: 60_000 };
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
  /** Renders a page with the places of drawn parts left empty. */
  renderFrame: RenderPage;
  onFault: (fault: PartFault) => void;
  /** How long a page waits for what remotes draw, in milliseconds. */
  patienceMs: number;
  /** The first rest of a part. */
  restMs?: number;
}

/**
 * Draws pages with the code of remotes: each release in a process of its own, which knows its parts alone.
 *
 * A part that fails costs the page that part, or if it ends or occupies its process the pages of that moment; then it
 * rests. A late page is nobody's fault.
 */
export function createPageDrawer(options: Options): PageDrawer {
  const { onFault, patienceMs, restMs = REST_MS.least, renderFrame, ...files } = options;
  const resting = restingParts(restMs);
  const renderers = createReleaseRenderers(files);
  function rest(fault: PartFault): void {
    // Pages that were waiting when the part began to rest find the same fault.
    if (resting.has(markOf(fault))) return;
    resting.add(markOf(fault));
    onFault(fault);
  }

  async function draw(boot: BootData, place: PageLocation, parts: readonly PartToDraw[]): Promise<Drawing | null> {
    const fit = parts.filter((part) => !resting.has(markOf(part)));
    if (fit.length === 0) return null;
    const drawing = drawParts(renderers, boot, place, fit).then(async (page) => {
      page.faults.forEach(rest);
      if (page.html === null) return null;
      const drawn = page.drawn.map(({ remote, kind, key }): DrawnPart => ({ remote, kind, key }));
      const html = insertParts(await renderFrame({ ...boot, drawn }, place), page.html);
      return html === null ? null : { html, drawn };
    });
    return inTime(drawing, patienceMs);
  }

  return { draw, ready: renderers.ready, close: renderers.close };
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
