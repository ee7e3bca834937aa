import type { BootData, DrawnPart } from '@manabiba/shared/page/boot-data';

import type { SandboxAnswer, HostedPart } from '../../src/sandbox/sandbox-messages';
import type { PageLocation } from '../../src/server-render';
import { emptyPlaces, fillPlaces, isOnePart, nameOf } from './insert-parts';
import type { ReleaseRenderers } from './release-renderers';
import type { PartFault, PartToDraw } from './renderer-messages';

/** How deep parts may stand in parts of other releases. */
const MAX_DEPTH = 3;

interface DrawnParts {
  /** The HTML of the parts one after the other, each with its marks. Null when none could be drawn now. */
  html: string | null;
  /** The parts that are drawn, or that this page does not show. */
  drawn: readonly PartToDraw[];
  faults: readonly PartFault[];
}

/**
 * Draws the parts of a page, each in the process of its release, and puts those that stand in a part of another release
 * into it. What a process answers is taken only for its own parts, and only where their marks are whole.
 *
 * A part that fails is left out, and so is its place in the others.
 */
export async function drawParts(
  renderers: Pick<ReleaseRenderers, 'draw'>,
  boot: BootData,
  place: PageLocation,
  parts: readonly PartToDraw[],
  earlier: readonly PartFault[] = [],
): Promise<DrawnParts> {
  const page = new PageOfParts(renderers, boot, place, parts);
  const html = await page.draw();
  const faults = [...earlier, ...page.faults];
  if (page.isBusy) return { html: null, drawn: [], faults };
  const failed = new Set(page.faults.map(nameOf));
  if (failed.size === 0) return { html, drawn: parts, faults };
  const others = parts.filter((part) => !failed.has(nameOf(part)));
  return others.length === 0 ? { html: null, drawn: [], faults } : drawParts(renderers, boot, place, others, faults);
}

/** One attempt to draw the parts of a page. */
class PageOfParts {
  readonly faults: PartFault[] = [];
  isBusy = false;

  constructor(
    private readonly renderers: Pick<ReleaseRenderers, 'draw'>,
    private readonly boot: BootData,
    private readonly place: PageLocation,
    private readonly parts: readonly PartToDraw[],
  ) {}

  async draw(): Promise<string> {
    const releases = new Map<string, PartToDraw[]>();
    for (const part of this.parts) releases.set(part.file, [...(releases.get(part.file) ?? []), part]);
    const drawn = await Promise.all([...releases.values()].map((own) => this.drawRelease(own)));
    return drawn.flat().join('');
  }

  private async drawRelease(own: readonly PartToDraw[]): Promise<string[]> {
    const [first] = own;
    if (!first) return [];
    const others = this.parts.filter((part) => !own.includes(part));
    const answer = await this.ask(first, { own, others });
    return answer ? this.complete(answer, { own, others, depth: 0 }) : [];
  }

  private async ask(
    release: PartToDraw,
    { own, others, hosted }: { own: readonly PartToDraw[]; others: readonly PartToDraw[]; hosted?: HostedIn },
  ): Promise<SandboxAnswer | null> {
    const { boot, place } = this;
    const result = await this.renderers.draw(release, {
      boot,
      place,
      parts: own.map(plain),
      others: others.map(plain),
      ...(hosted && { hosted }),
    });
    if ('answer' in result) return result.answer;
    if ('isBusy' in result) this.isBusy = true;
    else for (const part of own) this.fail(part, result.fault);
    return null;
  }

  /** Takes what a release has drawn, with the parts of others in their places. */
  private async complete(
    { parts, faults, hosted }: SandboxAnswer,
    { own, others, depth }: { own: readonly PartToDraw[]; others: readonly PartToDraw[]; depth: number },
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

  /** Puts parts of other releases into the places that a part has for them. */
  private async fill(
    html: string,
    {
      host,
      hosted,
      others,
      depth,
    }: { host: PartToDraw; hosted: readonly HostedPart[]; others: readonly PartToDraw[]; depth: number },
  ): Promise<string> {
    const places = emptyPlaces(html).filter((name) => others.some((other) => nameOf(other) === name));
    if (places.length === 0) return html;
    const inner = new Map<string, string>();
    const drawInner = async (name: string) => {
      const found = hosted.find(({ other }) => others[other] && nameOf(others[other]) === name);
      const part = found && others[found.other];
      if (!part || depth === MAX_DEPTH) return;
      const { props, position } = found;
      const around = others.filter((other) => other !== part);
      const within = { own: [part], others: around };
      const answer = await this.ask(part, { ...within, hosted: { host: plain(host), props, position } });
      const [drawn] = answer ? await this.complete(answer, { ...within, depth: depth + 1 }) : [];
      if (drawn) inner.set(name, drawn);
    };
    await Promise.all([...new Set(places)].map(drawInner));
    // What cannot be placed is drawn by the browser, with what stands around it.
    if (places.some((name) => !inner.has(name)) && this.faults.length === 0 && !this.isBusy)
      this.fail(host, 'A part of another remote in it cannot be placed.');
    return fillPlaces(html, inner);
  }

  private fail(part: PartToDraw, reason: string, frames: readonly string[] = []): void {
    this.faults.push({ ...plain(part), version: part.version, reason, ...(frames.length > 0 && { frames }) });
  }
}

interface HostedIn {
  host: DrawnPart;
  props: HostedPart['props'];
  position: string;
}

const plain = ({ remote, kind, key }: DrawnPart): DrawnPart => ({ remote, kind, key });
