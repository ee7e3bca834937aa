import type { BootData, RenderedPart } from '@manabiba/shared/page/boot-data';

import type { PageLocation, RenderPage } from '../../../src/server-render';
import { insertParts, partsIn } from '../insert-parts';
import { createReleaseRenderers } from './release-renderers';
import { renderParts } from './render-parts';
import type { RendererFiles } from './renderer';
import { markOf, type PartFault, type PartToRender } from './renderer-messages';

/**
 * How long a part is skipped after a fault, in milliseconds; doubled each time. The first pause is short, so that a
 * rollout learns of a release that always fails before many users get it.
 */
const PAUSE_MS = { least: 4000, most: 60_000 };

export interface PageRenderer {
  /**
   * Renders a page with those of these parts of remotes that are ready in time: the browser renders the others. Null
   * when none is.
   */
  render(boot: BootData, location: PageLocation, parts: readonly PartToRender[]): Promise<PageWithParts | null>;
  /** Resolves when a renderer accepts pages. */
  ready(): Promise<void>;
  close(): void;
}

interface PageWithParts {
  html: string;
  /** The parts that are in the HTML. */
  parts: readonly RenderedPart[];
}

interface Options extends RendererFiles {
  /** Renders the page around the parts, with their slots left empty. */
  renderFrame: RenderPage;
  onFault: (fault: PartFault) => void;
  /** How long a page waits for the parts of remotes, in milliseconds. */
  patienceMs: number;
  /** The first pause of a part. */
  pauseMs?: number;
}

/**
 * Renders pages with the code of remotes, each release in a process of its own that knows only its own parts.
 *
 * A page goes without a part that fails, ends or blocks its process, or is late; its neighbours are rendered. A part that
 * has failed is skipped for a while. A part that is merely late has not failed.
 */
export function createPageRenderer(options: Options): PageRenderer {
  const { onFault, patienceMs, pauseMs = PAUSE_MS.least, renderFrame, ...files } = options;
  const paused = pausedParts(pauseMs);
  const renderers = createReleaseRenderers(files);
  function pause(fault: PartFault): void {
    // Pages that were waiting when the part was paused report the same fault.
    if (paused.has(markOf(fault))) return;
    paused.add(markOf(fault));
    onFault(fault);
  }

  async function render(
    boot: BootData,
    location: PageLocation,
    parts: readonly PartToRender[],
  ): Promise<PageWithParts | null> {
    const active = parts.filter((part) => !paused.has(markOf(part)));
    if (active.length === 0) return null;
    const until = performance.now() + patienceMs;
    const rendered = await renderParts(renderers, boot, location, active, { until, onFault: pause });
    const inHtml = partsIn(rendered, active).map(({ remote, kind, key }): RenderedPart => ({ remote, kind, key }));
    if (inHtml.length === 0) return null;
    const html = insertParts(await renderFrame({ ...boot, drawn: inHtml }, location), rendered);
    return html === null ? null : { html, parts: inHtml };
  }

  return { render, ready: renderers.ready, close: renderers.close };
}

/** The parts that failed lately. A part that has not failed again for a minute after its pause is removed. */
function pausedParts(leastMs: number) {
  const pauses = new Map<string, { until: number; ms: number }>();
  return {
    has: (part: string) => (pauses.get(part)?.until ?? 0) > performance.now(),
    add(part: string): void {
      const now = performance.now();
      for (const [other, { until }] of pauses) if (until + PAUSE_MS.most < now) pauses.delete(other);
      const before = pauses.get(part);
      const ms = before ? Math.min(before.ms * 2, PAUSE_MS.most) : leastMs;
      pauses.set(part, { until: now + ms, ms });
    },
  };
}
