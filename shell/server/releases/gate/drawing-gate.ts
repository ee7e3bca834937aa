import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { AppConfig } from '@manabiba/shared/page/boot-data';

import type { AskApi } from '../../pages/ask-api';
import { type RendererFiles, startRenderer } from '../../rendering/renderer';
import { type PartFault, partOfMark } from '../../rendering/renderer-messages';
import { keepServerFile, serverFilesOf } from '../release-files';
import { type ServedRegistry, toRegistered } from '../release-manifest';
import { type MadePerson, makePerson } from './made-person';
import type { Candidate } from './release-gate';
import { viewsToDraw, type ViewToDraw } from './views-to-draw';

/** What the gate needs to draw as the server does. */
export interface DrawingProduct extends Pick<RendererFiles, 'script' | 'painter'> {
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
  const folder = await mkdtemp(join(tmpdir(), 'manabiba-gate-'));
  const releasesDir = join(folder, 'releases');
  let drawer: Drawer | undefined;
  try {
    await keepServerFile(releasesDir, manifest, serverFile);
    const registry = { remotes: { ...live.remotes, [remote]: toRegistered(remote, version, manifest, {}) } };
    const views = await viewsToDraw({ ...product, remote, registry, releasesDir, address });
    drawer = await openDrawer({ ...product, releasesDir: serverFilesOf(releasesDir) });
    return await compareDrawings(drawer, views);
  } catch (error) {
    if (error instanceof CannotDraw) return [error.message];
    throw error;
  } finally {
    drawer?.close();
    await rm(folder, { recursive: true, force: true });
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

function openDrawer(files: RendererFiles): Promise<Drawer> {
  return new Promise((open, fail) => {
    let sentence = '';
    const renderer = startRenderer(files, {
      onReady: () => open({ draw, close: renderer.close }),
      onEnd: ({ part, reason }) => {
        sentence = sentenceOf(partOfMark(part ?? ''), reason);
        fail(new Error(`The process that draws pages did not start: ${reason}`));
      },
    });
    const draw: Drawer['draw'] = async ({ place, parts, bootOf }, person) => {
      const page = await renderer.draw({ boot: bootOf(person), place, parts, tellsState: true });
      if (!page) throw new CannotDraw(sentence || sentenceOf(null, 'The page failed.'));
      const [fault] = page.faults;
      if (fault) throw new CannotDraw(sentenceOf(fault, fault.reason));
      return { html: page.html, state: page.state ?? [] };
    };
  });
}

const sentenceOf = (part: Pick<PartFault, 'kind' | 'key'> | null, reason: string) =>
  `${part ? `The ${part.kind === 'pages' ? 'page' : 'slot'} "${part.key}"` : 'It'} cannot be drawn on the server: ${reason}`;
