import type { BootData, RenderedPart } from '@manabiba/shared/page/boot-data';

import type { SandboxAnswer, HostedPart } from '../../../src/sandbox/sandbox-messages';
import type { PageLocation } from '../../../src/server-render';
import { emptyPlaces, fillPlaces, isOnePart, nameOf } from '../insert-parts';
import type { ReleaseRenderers } from './release-renderers';
import type { PartFault, PartToRender } from './renderer-messages';

/** How deep parts of different releases may be nested. */
const MAX_DEPTH = 3;

/** How much of the wait nested parts may take: without them, the part around them is rendered once more. */
const NESTED_SHARE = 0.6;

interface Limits {
  /** When a page goes without the parts that are not there, on the clock of `performance`. */
  until: number;
  /** Called for each part that fails, even after the page has been sent. */
  onFault: (fault: PartFault) => void;
}

/**
 * Renders the parts of a page, each in the process of its release, and inserts those that are nested in a part of
 * another release. Output of a process is accepted only for its own parts, and only with intact marks.
 *
 * A part that fails or is late is left out, together with its slot in the others. Returns the HTML of the parts one
 * after the other, each with its marks; an empty text when none could be rendered.
 */
export async function renderParts(
  renderers: Pick<ReleaseRenderers, 'render'>,
  boot: BootData,
  location: PageLocation,
  parts: readonly PartToRender[],
  limits: Limits,
): Promise<string> {
  const page = new PageOfParts(renderers, boot, location, parts, limits);
  const html = await page.render();
  if (page.failed.size === 0) return html;
  const others = parts.filter((part) => !page.failed.has(nameOf(part)));
  return others.length === 0 ? '' : renderParts(renderers, boot, location, others, limits);
}

/** Parts of one release, and what else is on the page. */
interface Scope {
  own: readonly PartToRender[];
  others: readonly PartToRender[];
  depth: number;
  /** Where the part is, when it is nested in a part of another release. */
  hosted?: HostedIn;
}

/** One attempt to render the parts of a page. */
class PageOfParts {
  /** The names of the parts that failed in time. */
  readonly failed = new Set<string>();
  /** The names of the parts that were not there in time, through no known fault. */
  private readonly late = new Set<string>();
  private readonly nestedUntil: number;

  constructor(
    private readonly renderers: Pick<ReleaseRenderers, 'render'>,
    private readonly boot: BootData,
    private readonly location: PageLocation,
    private readonly parts: readonly PartToRender[],
    private readonly limits: Limits,
  ) {
    const now = performance.now();
    this.nestedUntil = now + (limits.until - now) * NESTED_SHARE;
  }

  async render(): Promise<string> {
    const releases = new Map<string, PartToRender[]>();
    for (const part of this.parts) releases.set(part.file, [...(releases.get(part.file) ?? []), part]);
    const rendered = [...releases.values()].map((own) =>
      this.renderRelease({ own, others: this.parts.filter((part) => !own.includes(part)), depth: 0 }),
    );
    return (await Promise.all(rendered)).flat().join('');
  }

  private async renderRelease(scope: Scope): Promise<string[]> {
    const answer = await this.ask(scope);
    if (!answer) return [];
    const html = await this.complete(answer, scope);
    const unfilled = new Set(emptyPlaces(html.join('')));
    const others = scope.others.filter((other) => !this.late.has(nameOf(other)) || !unfilled.has(nameOf(other)));
    return others.length === scope.others.length ? html : this.renderRelease({ ...scope, others });
  }

  private async ask({ own, others, depth, hosted }: Scope): Promise<SandboxAnswer | null> {
    const [release] = own;
    if (!release) return null;
    const { boot, location } = this;
    const rendering = this.renderers.render(release, {
      boot,
      location,
      parts: own.map(plain),
      others: others.map(plain),
      ...(hosted && { hosted }),
    });
    const result = await before(depth > 0 ? this.nestedUntil : this.limits.until, rendering);
    if (result && 'answer' in result) return result.answer;
    if (result && 'fault' in result) {
      for (const part of own) this.fail(part, result.fault);
      return null;
    }
    for (const part of own) this.late.add(nameOf(part));
    // What blocks its process is late first.
    if (!result)
      void rendering.then((later) => {
        if ('fault' in later) for (const part of own) this.limits.onFault(faultOf(part, later.fault));
      });
    return null;
  }

  /** Checks what a release has rendered, and inserts the parts of other releases. */
  private async complete({ parts, faults, hosted }: SandboxAnswer, scope: Scope): Promise<string[]> {
    for (const { part, reason, frames } of faults) {
      const failed = scope.own[part];
      if (failed) this.fail(failed, reason, frames);
    }
    const complete = parts.map(async ({ part, html }) => {
      const name = scope.own[part];
      if (!name) return '';
      if (!isOnePart(html, nameOf(name))) {
        this.fail(name, 'Its HTML is not that of one part.');
        return '';
      }
      return this.fill(html, { host: name, hosted, scope });
    });
    return Promise.all(complete);
  }

  /** Inserts parts of other releases into the empty slots of a part. */
  private async fill(
    html: string,
    {
      host,
      hosted,
      scope: { others, depth },
    }: { host: PartToRender; hosted: readonly HostedPart[]; scope: Pick<Scope, 'others' | 'depth'> },
  ): Promise<string> {
    const places = emptyPlaces(html).filter((name) => others.some((other) => nameOf(other) === name));
    if (places.length === 0) return html;
    const inner = new Map<string, string>();
    const renderInner = async (name: string) => {
      const found = hosted.find(({ other }) => others[other] && nameOf(others[other]) === name);
      const part = found && others[found.other];
      if (!part || depth === MAX_DEPTH) return;
      const { props, position } = found;
      const [html] = await this.renderRelease({
        own: [part],
        others: others.filter((other) => other !== part),
        depth: depth + 1,
        hosted: { host: plain(host), props, position },
      });
      if (html) inner.set(name, html);
    };
    await Promise.all([...new Set(places)].map(renderInner));
    // A part that cannot be inserted is left to the browser, together with the part around it.
    if (places.some((name) => !inner.has(name) && !this.late.has(name)) && this.failed.size === 0)
      this.fail(host, 'A part of another remote in it cannot be placed.');
    return fillPlaces(html, inner);
  }

  private fail(part: PartToRender, reason: string, frames?: readonly string[]): void {
    this.failed.add(nameOf(part));
    this.limits.onFault(faultOf(part, reason, frames));
  }
}

function faultOf(part: PartToRender, reason: string, frames: readonly string[] = []): PartFault {
  return { ...plain(part), version: part.version, reason, ...(frames.length > 0 && { frames }) };
}

/** Returns the result of work that ends before a time; null for work that does not. */
function before<T>(time: number, work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), time - performance.now());
  });
  return Promise.race([work, end]).finally(() => clearTimeout(timer));
}

interface HostedIn {
  host: RenderedPart;
  props: HostedPart['props'];
  position: string;
}

const plain = ({ remote, kind, key }: RenderedPart): RenderedPart => ({ remote, kind, key });
