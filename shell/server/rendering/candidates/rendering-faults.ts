import { type Candidate, type ServedRegistry, toRegistered } from '@manabiba/releases';
import type { AppConfig } from '@manabiba/shared/page/boot-data';

import type { AskApi } from '../../pages/ask-api';
import { isOnePart, nameOf } from '../insert-parts';
import { type ReleaseFile, type RendererFiles, startRenderer } from '../sandbox/renderer';
import type { PartFault } from '../sandbox/renderer-messages';
import { type SampleUser, createSampleUser } from './sample-user';
import { viewsToRender, type ViewToRender } from './views-to-render';

/** What the gate needs to render pages as the server does. */
export interface RenderingOptions extends RendererFiles {
  askApi: AskApi;
  config: AppConfig;
}

/**
 * Renders every server-rendered page of a candidate for two sample users: one after the other, then all at once.
 * Returns a sentence for each fault.
 *
 * The process is like those that render pages, but never receives a page of a real user.
 */
export async function findRenderingFaults(
  { manifest, serverFile }: Pick<Candidate, 'manifest' | 'serverFile'>,
  { live, address, ...product }: RenderingOptions & { live: ServedRegistry; address: string },
): Promise<string[]> {
  if (!serverFile) return [];
  const { remote, version } = manifest;
  let renderer: CandidateRenderer | undefined;
  try {
    const registry = { remotes: { ...live.remotes, [remote]: toRegistered(remote, version, manifest, {}) } };
    const views = await viewsToRender({ ...product, remote, registry, address });
    renderer = await openRenderer(product, {
      name: `releases-on-server/${remote}/${version}.cjs`,
      text: serverFile.toString('utf8'),
    });
    return await compareRenders(renderer, views);
  } catch (error) {
    if (error instanceof CannotRender) return [error.message];
    throw error;
  } finally {
    renderer?.close();
  }
}

/** A fault after which further rendering is pointless. */
class CannotRender extends Error {}

interface CandidateRenderer {
  /** Rejects with `CannotRender` when the process ends, or a part fails. */
  render(view: ViewToRender, person: SampleUser): Promise<{ html: string; state: readonly string[] }>;
  close(): void;
}

async function compareRenders(renderer: CandidateRenderer, views: readonly ViewToRender[]): Promise<string[]> {
  const [first] = views;
  if (!first) return [];
  const people = [createSampleUser(), createSampleUser()] as const;
  const [one, other] = people;
  const refusals = new Set<string>();
  const render = async (view: ViewToRender, person: SampleUser) => {
    const { html } = await renderer.render(view, person);
    if (html.includes(person === one ? other.mark : one.mark))
      refusals.add(`The route ${view.path} shows to one person on the server what belongs to another.`);
    return html;
  };
  const { state: before } = await renderer.render({ ...first, parts: [] }, one);
  const html = new Map<string, string>();
  const nameOf = (view: ViewToRender, { mark }: SampleUser) => `${view.path} ${mark}`;
  for (const view of views) for (const person of people) html.set(nameOf(view, person), await render(view, person));
  await Promise.all(
    views.flatMap((view) =>
      [one, other, other, one].map(async (person) => {
        if ((await render(view, person)) !== html.get(nameOf(view, person)))
          refusals.add(`The route ${view.path} renders differently on the server when it is rendered again.`);
      }),
    ),
  );
  const { state: after } = await renderer.render({ ...first, parts: [] }, one);
  for (const left of added(before, after)) refusals.add(`It leaves ${left} behind on the server.`);
  return [...refusals];
}

/** Returns the entries that the second list has more often than the first. */
function added(before: readonly string[], after: readonly string[]): string[] {
  const rest = [...before];
  return after.filter((name) => {
    const at = rest.indexOf(name);
    if (at !== -1) rest.splice(at, 1);
    return at === -1;
  });
}

function openRenderer(files: RendererFiles, file: ReleaseFile): Promise<CandidateRenderer> {
  return new Promise((open, fail) => {
    const process = startRenderer(files, {
      onReady: () => {
        process.install(file);
        open({ render, close: process.close });
      },
      onEnd: (reason) => fail(new Error(`The process that renders pages did not start: ${reason}`)),
    });
    const render: CandidateRenderer['render'] = async ({ location, parts, bootOf }, person) => {
      const result = await process.render({ boot: bootOf(person), location, parts, others: [], reportsState: true });
      if (!('answer' in result))
        throw new CannotRender(sentenceOf(parts[0] ?? null, 'fault' in result ? result.fault : 'The page failed.'));
      const [fault] = result.answer.faults;
      if (fault) throw new CannotRender(sentenceOf(parts[fault.part] ?? null, fault.reason));
      for (const { part, html } of result.answer.parts)
        if (!parts[part] || !isOnePart(html, nameOf(parts[part])))
          throw new CannotRender(sentenceOf(parts[part] ?? null, 'Its HTML is not that of one part.'));
      return { html: result.answer.parts.map(({ html }) => html).join(''), state: result.answer.state };
    };
  });
}

const sentenceOf = (part: Pick<PartFault, 'kind' | 'key'> | null, reason: string) =>
  `${part ? `The ${part.kind === 'pages' ? 'page' : 'slot'} "${part.key}"` : 'It'} cannot be rendered on the server: ${reason}`;
