import type { BootData, RenderedPart } from '@manabiba/shared/page/boot-data';

import type { SandboxAnswer, HostedPart } from '../../../src/sandbox/sandbox-messages';
import type { PageLocation } from '../../../src/server-render';
import { emptyPlaces, fillPlaces, isOnePart, nameOf } from '../insert-parts';
import type { ReleaseRenderers } from './release-renderers';
import type { PartFault, PartToRender } from './renderer-messages';

/** How deep parts of different releases may be nested. */
const MAX_DEPTH = 3;

interface RenderedParts {
  /** The HTML of the parts one after the other, each with its marks. Null when none could be rendered now. */
  html: string | null;
  /** The parts that were rendered, or that this page does not show. */
  parts: readonly PartToRender[];
  faults: readonly PartFault[];
}

/**
 * Renders the parts of a page, each in the process of its release, and inserts those that are nested in a part of
 * another release. Output of a process is accepted only for its own parts, and only with intact marks.
 *
 * A part that fails is left out, together with its slot in the others.
 */
export async function renderParts(
  renderers: Pick<ReleaseRenderers, 'render'>,
  boot: BootData,
  location: PageLocation,
  parts: readonly PartToRender[],
  earlier: readonly PartFault[] = [],
): Promise<RenderedParts> {
  const page = new PageOfParts(renderers, boot, location, parts);
  const html = await page.render();
  const faults = [...earlier, ...page.faults];
  if (page.isBusy) return { html: null, parts: [], faults };
  const failed = new Set(page.faults.map(nameOf));
  if (failed.size === 0) return { html, parts, faults };
  const others = parts.filter((part) => !failed.has(nameOf(part)));
  return others.length === 0
    ? { html: null, parts: [], faults }
    : renderParts(renderers, boot, location, others, faults);
}

/** One attempt to render the parts of a page. */
class PageOfParts {
  readonly faults: PartFault[] = [];
  isBusy = false;

  constructor(
    private readonly renderers: Pick<ReleaseRenderers, 'render'>,
    private readonly boot: BootData,
    private readonly location: PageLocation,
    private readonly parts: readonly PartToRender[],
  ) {}

  async render(): Promise<string> {
    const releases = new Map<string, PartToRender[]>();
    for (const part of this.parts) releases.set(part.file, [...(releases.get(part.file) ?? []), part]);
    const rendered = await Promise.all([...releases.values()].map((own) => this.renderRelease(own)));
    return rendered.flat().join('');
  }

  private async renderRelease(own: readonly PartToRender[]): Promise<string[]> {
    const [first] = own;
    if (!first) return [];
    const others = this.parts.filter((part) => !own.includes(part));
    const answer = await this.ask(first, { own, others });
    return answer ? this.complete(answer, { own, others, depth: 0 }) : [];
  }

  private async ask(
    release: PartToRender,
    { own, others, hosted }: { own: readonly PartToRender[]; others: readonly PartToRender[]; hosted?: HostedIn },
  ): Promise<SandboxAnswer | null> {
    const { boot, location } = this;
    const result = await this.renderers.render(release, {
      boot,
      location,
      parts: own.map(plain),
      others: others.map(plain),
      ...(hosted && { hosted }),
    });
    if ('answer' in result) return result.answer;
    if ('isBusy' in result) this.isBusy = true;
    else for (const part of own) this.fail(part, result.fault);
    return null;
  }

  /** Checks what a release has rendered, and inserts the parts of other releases. */
  private async complete(
    { parts, faults, hosted }: SandboxAnswer,
    { own, others, depth }: { own: readonly PartToRender[]; others: readonly PartToRender[]; depth: number },
  ): Promise<string[]> {
    for (const { part, reason, frames } of faults) {
      const failed = own[part];
      if (failed) this.fail(failed, reason, frames);
    }
    const complete = parts.map(async ({ part, html }) => {
      const name = own[part];
      if (!name) return '';
      if (!isOnePart(html, nameOf(name))) {
        this.fail(name, 'Its HTML is not that of one part.');
        return '';
      }
      return this.fill(html, { host: name, hosted, others, depth });
    });
    return Promise.all(complete);
  }

  /** Inserts parts of other releases into the empty slots of a part. */
  private async fill(
    html: string,
    {
      host,
      hosted,
      others,
      depth,
    }: { host: PartToRender; hosted: readonly HostedPart[]; others: readonly PartToRender[]; depth: number },
  ): Promise<string> {
    const places = emptyPlaces(html).filter((name) => others.some((other) => nameOf(other) === name));
    if (places.length === 0) return html;
    const inner = new Map<string, string>();
    const renderInner = async (name: string) => {
      const found = hosted.find(({ other }) => others[other] && nameOf(others[other]) === name);
      const part = found && others[found.other];
      if (!part || depth === MAX_DEPTH) return;
      const { props, position } = found;
      const around = others.filter((other) => other !== part);
      const within = { own: [part], others: around };
      const answer = await this.ask(part, { ...within, hosted: { host: plain(host), props, position } });
      const [html] = answer ? await this.complete(answer, { ...within, depth: depth + 1 }) : [];
      if (html) inner.set(name, html);
    };
    await Promise.all([...new Set(places)].map(renderInner));
    // A part that cannot be inserted is left to the browser, together with the part around it.
    if (places.some((name) => !inner.has(name)) && this.faults.length === 0 && !this.isBusy)
      this.fail(host, 'A part of another remote in it cannot be placed.');
    return fillPlaces(html, inner);
  }

  private fail(part: PartToRender, reason: string, frames: readonly string[] = []): void {
    this.faults.push({ ...plain(part), version: part.version, reason, ...(frames.length > 0 && { frames }) });
  }
}

interface HostedIn {
  host: RenderedPart;
  props: HostedPart['props'];
  position: string;
}

const plain = ({ remote, kind, key }: RenderedPart): RenderedPart => ({ remote, kind, key });
