import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { RenderPage } from '../../src/server-render';
import type { PageFile } from '../rendering/html/page-file';

/** What the shell's build recorded about itself: paths under `client/`, or absolute URLs. */
export interface ShellManifest {
  /** Hash of the build; part of every URL, so that the files behind a URL never change. */
  version: string;
  /** Scripts and styles of every page, in order. */
  js: string[];
  css: string[];
  /** Files of the shell's own pages that are not part of every page, by chunk: own-signin. */
  pages?: Record<string, string[]>;
  files?: Record<string, { integrity?: string }>;
  /** Module that renders pages on the server, under the shell's folder. Without it pages are served empty. */
  serverRender?: string;
  /**
   * Script that renders the parts of a release in its sandbox, under the shell's folder. Without it only browsers
   * render them.
   */
  sandboxRenderer?: string;
  /** Versions of the modules shared with remotes: `{ react: '19.3.1', platform: '1.0.0' }`. */
  gives?: Record<string, string>;
  /** Location of the facade and contract sources for the compiler, under the shell's folder, and their digest. */
  types?: { file: string; digest: string };
}

/** Reads the build's manifest. Throws when there is none: without the shell there is nothing to serve. */
export async function readShellManifest(shellDir: string): Promise<ShellManifest> {
  const path = join(shellDir, 'shell-manifest.json');
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Error(`The shell is not built: ${path} is missing.`, { cause });
  });
  return JSON.parse(text) as ShellManifest;
}

/** Loads the module that server-renders pages. */
export async function loadServerRender(
  shellDir: string,
  { serverRender }: ShellManifest,
): Promise<RenderPage | undefined> {
  if (!serverRender) return undefined;
  const { renderPage } = (await import(pathToFileURL(join(shellDir, serverRender)).href)) as { renderPage: RenderPage };
  return renderPage;
}

/** The shell's own files, as referenced by the page. */
export interface ShellFiles {
  scripts: PageFile[];
  styles: PageFile[];
  /** Additional files of one of the shell's own pages, by the page's path. */
  preloadsOf: (path: string) => PageFile[];
  /** Digests of the shell's files that the page does not reference, by URL. */
  integrity: Record<string, string>;
}

export function shellFiles({ version, js, css, pages = {}, files = {} }: ShellManifest): ShellFiles {
  const toFile = (path: string): PageFile =>
    /^https?:/.test(path) ? { url: path } : { url: `/s/${version}/${path}`, integrity: files[path]?.integrity };
  const preloadsOf = (path: string) => (pages[`own-${path.slice(1).replaceAll('/', '-')}`] ?? []).map(toFile);
  const later = Object.keys(files)
    .filter((path) => !js.includes(path) && !css.includes(path))
    .map(toFile);
  const integrity = Object.fromEntries(later.flatMap((file) => (file.integrity ? [[file.url, file.integrity]] : [])));
  return { scripts: js.map(toFile), styles: css.map(toFile), preloadsOf, integrity };
}
