import type { AppConfig } from '@manabiba/shared/page/boot-data';

import type { AskApi } from '../../pages/ask-api';
import { isOnePart, nameOf } from '../../rendering/insert-parts';
import { type ReleaseFile, type RendererFiles, startRenderer } from '../../rendering/renderer';
import type { PartFault } from '../../rendering/renderer-messages';
import { type ServedRegistry, toRegistered } from '../release-manifest';
import { type MadePerson, makePerson } from './made-person';
import type { Candidate } from './release-gate';
import { viewsToDraw, type ViewToDraw } from './views-to-draw';

/** What the gate needs to draw as the server does. */
export interface DrawingProduct extends RendererFiles {
  askApi: AskApi;
  config: AppConfig;
}

/**
 * Draws every page of a candidate that the server may draw, for two people: one after the other, then all at once.
 * Returns what is wrong.
 *
 * The process is like those that draw pages, and no page of a visitor is ever in it.
 */
export async function wrongDrawings(
  { manifest, serverFile }: Pick<Candidate, 'manifest' | 'serverFile'>,
  { live, address, ...product }: DrawingProduct & { live: ServedRegistry; address: string },
): Promise<string[]> {
  if (!serverFile) return [];
  const { remote, version } = manifest;
  let drawer: Drawer | undefined;
  try {
    const registry = { remotes: { ...live.remotes, [remote]: toRegistered(remote, version, manifest, {}) } };
    const views = await viewsToDraw({ ...product, remote, registry, address });
    drawer = await openDrawer(product, {
      name: `releases-on-server/${remote}/${version}.cjs`,
      text: serverFile.toString('utf8'),
    });
    return await compareDrawings(drawer, views);
  } catch (error) {
    if (error instanceof CannotDraw) return [error.message];
    throw error;
  } finally {
    drawer?.close();
  }
}

/** The first refusal that makes further drawing pointless. */
class CannotDraw extends Error {}

interface Drawer {
  /** Rejects with `CannotDraw` when the process ends, or a part fails. */
  draw(view: ViewToDraw, person: MadePerson): Promise<{ html: string; state: readonly string[] }>;
  close(): void;
}

async function compareDrawings(drawer: Drawer, views: readonly ViewToDraw[]): Promise<string[]> {
  const [first] = views;
  if (!first) return [];
  const people = [makePerson(), makePerson()] as const;
  const [one, other] = people;
  const refusals = new Set<string>();
  const drawn = async (view: ViewToDraw, person: MadePerson) => {
    const { html } = await drawer.draw(view, person);
    if (html.includes(person === one ? other.mark : one.mark))
      refusals.add(`The route ${view.path} shows to one person on the server what belongs to another.`);
    return html;
  };
  const { state: before } = await drawer.draw({ ...first, parts: [] }, one);
  const html = new Map<string, string>();
  const nameOf = (view: ViewToDraw, { mark }: MadePerson) => `${view.path} ${mark}`;
  for (const view of views) for (const person of people) html.set(nameOf(view, person), await drawn(view, person));
  await Promise.all(
    views.flatMap((view) =>
      [one, other, other, one].map(async (person) => {
        if ((await drawn(view, person)) !== html.get(nameOf(view, person)))
          refusals.add(`The route ${view.path} is drawn differently on the server when it is drawn again.`);
      }),
    ),
  );
  const { state: after } = await drawer.draw({ ...first, parts: [] }, one);
  for (const left of added(before, after)) refusals.add(`It leaves ${left} behind on the server.`);
  return [...refusals];
}

/** Returns what is in the second list more often than in the first. */
function added(before: readonly string[], after: readonly string[]): string[] {
  const rest = [...before];
  return after.filter((name) => {
    const at = rest.indexOf(name);
    if (at !== -1) rest.splice(at, 1);
    return at === -1;
  });
}

function openDrawer(files: RendererFiles, file: ReleaseFile): Promise<Drawer> {
  return new Promise((open, fail) => {
    const renderer = startRenderer(files, {
      onReady: () => {
        renderer.install(file);
        open({ draw, close: renderer.close });
      },
      onEnd: (reason) => fail(new Error(`The process that draws pages did not start: ${reason}`)),
    });
    const draw: Drawer['draw'] = async ({ place, parts, bootOf }, person) => {
      const drawn = await renderer.draw({ boot: bootOf(person), place, parts, others: [], tellsState: true });
      if (!('answer' in drawn))
        throw new CannotDraw(sentenceOf(parts[0] ?? null, 'fault' in drawn ? drawn.fault : 'The page failed.'));
      const [fault] = drawn.answer.faults;
      if (fault) throw new CannotDraw(sentenceOf(parts[fault.part] ?? null, fault.reason));
      for (const { part, html } of drawn.answer.parts)
        if (!parts[part] || !isOnePart(html, nameOf(parts[part])))
          throw new CannotDraw(sentenceOf(parts[part] ?? null, 'Its HTML is not that of one part.'));
      return { html: drawn.answer.parts.map(({ html }) => html).join(''), state: drawn.answer.state };
    };
  });
}

const sentenceOf = (part: Pick<PartFault, 'kind' | 'key'> | null, reason: string) =>
  `${part ? `The ${part.kind === 'pages' ? 'page' : 'slot'} "${part.key}"` : 'It'} cannot be drawn on the server: ${reason}`;
