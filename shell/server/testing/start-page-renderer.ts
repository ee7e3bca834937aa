import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { BootData, RegisteredRemote } from '@manabiba/shared/page/boot-data';
import { aConfig } from '@manabiba/shared/testing/builders';
import { build } from 'esbuild';

import type { RenderPage } from '../../src/server-render';
import { createPageRenderer } from '../rendering/sandbox/page-renderer';
import type { PartFault, PartToRender } from '../rendering/sandbox/renderer-messages';
import { findDeno } from '../rendering/sandbox/sandbox-command';

const root = join(import.meta.dirname, '..', '..', '..');

/**
 * Builds the program of the renderer processes and the sandbox renderer of the shell, as the product has them but
 * unstyled.
 */
export async function buildRenderer() {
  await mkdir(join(root, '.cache'), { recursive: true });
  const folder = await mkdtemp(join(root, '.cache', 'renderer-'));
  const releasesDir = join(folder, 'releases-on-server');
  await mkdir(releasesDir);
  const common = {
    outdir: folder,
    bundle: true,
    jsx: 'automatic',
    loader: { '.css': 'empty', '.svg': 'empty' },
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  } as const;
  await build({
    ...common,
    entryPoints: {
      renderer: join(root, 'shell/server/rendering/sandbox/sandbox-process.ts'),
      'server-render': join(root, 'shell/src/server-render.tsx'),
    },
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // react-dom requires parts of Node by name.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  await build({
    ...common,
    entryPoints: { 'sandbox-renderer': join(root, 'shell/src/sandbox/sandbox-renderer.tsx') },
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    platform: 'browser',
    target: 'es2022',
    alias: {
      'react-dom/server': join(root, 'node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js'),
    },
  });
  const program = findDeno();
  if (!program) throw new Error('The package deno has no program for this platform.');
  const files = {
    program,
    script: join(folder, 'renderer.mjs'),
    sandboxRenderer: join(folder, 'sandbox-renderer.cjs'),
  };
  const { renderPage } = (await import(pathToFileURL(join(folder, 'server-render.mjs')).href)) as {
    renderPage: RenderPage;
  };
  let serial = 0;
  return {
    files,
    renderFrame: renderPage,
    releasesDir,
    /** Stores a release of a remote for the server: with a page `page` at /NAME, or a slot of the top page. */
    async release(
      remote: string,
      source: string,
      kind: PartToRender['kind'] = 'pages',
      key = 'page',
    ): Promise<PartToRender> {
      const version = `1.0.${(serial += 1)}`;
      const file = join(releasesDir, remote, `${version}.cjs`);
      await mkdir(join(releasesDir, remote), { recursive: true });
      await writeFile(file, source);
      const integrity = `sha384-${createHash('sha384').update(source).digest('base64')}`;
      return { remote, kind, key, version, file, integrity };
    },
    copy: ({ file }: PartToRender, to: string) => copyFile(file, to),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Starts a page renderer and collects the faults that it reports. */
export async function startPageRenderer(
  { files, renderFrame }: Pick<Awaited<ReturnType<typeof buildRenderer>>, 'files' | 'renderFrame'>,
  options: { patienceMs?: number; pauseMs?: number } = {},
) {
  const faults: PartFault[] = [];
  const renderer = createPageRenderer({
    ...files,
    renderFrame,
    patienceMs: 100,
    onFault: (fault) => faults.push(fault),
    ...options,
  });
  await renderer.ready();
  return { renderer, faults };
}

/** The boot data of a page on which these parts are. */
export function bootOf(parts: readonly PartToRender[], changes: Partial<BootData> = {}): BootData {
  const remotes: Record<string, RegisteredRemote> = {};
  for (const { remote, version, kind, key } of parts) {
    remotes[remote] = {
      container: remote.replaceAll('-', '_'),
      version,
      entry: `/r/${remote}/${version}/entry.js`,
      integrity: {},
      preloads: { pages: {}, slots: {} },
      slots: kind === 'slots' ? [key] : [],
      routes:
        kind === 'pages' ? [{ path: `/${remote.slice('mf-'.length)}`, page: key, title: '題', access: 'anyone' }] : [],
    };
  }
  return {
    me: null,
    registry: { remotes },
    integrity: {},
    config: aConfig(),
    theme: 'system',
    analyticsConsent: null,
    serverTime: '2026-11-23T09:00:00.000Z',
    ...changes,
  };
}
