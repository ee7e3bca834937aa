import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { RenderPage } from '../../src/server-render';
import type { PageFile } from '../pages/page-file';

/** What the shell's build wrote about itself: paths under `client/`, or whole URLs. */
export interface ShellManifest {
  /** Hash of the build; part of every URL, so that files never change under theirs. */
  version: string;
  /** Scripts and styles of every page, in their order. */
  js: string[];
  css: string[];
  /** Files of its own pages that are not part of every page, by chunk: own-signin. */
  pages?: Record<string, string[]>;
  files?: Record<string, { integrity?: string }>;
  /** Module that paints pages, under the shell's folder. Without it pages come empty. */
  serverRender?: string;
  /** Versions of what it shares with remotes: `{ react: '19.3.1', platform: '1.0.0' }`. */
  gives?: Record<string, string>;
  /** Where the sources of its facade and contract lie for the compiler, under the shell's folder, and their digest. */
  types?: { file: string; digest: string };
}

/** Reads what the build wrote. Throws when there is none: without the shell there is nothing to serve. */
export async function readShellManifest(shellDir: string): Promise<ShellManifest> {
  const path = join(shellDir, 'shell-manifest.json');
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Error(`The shell is not built: ${path} is missing.`, { cause });
  });
  return JSON.parse(text) as ShellManifest;
}

/** Loads what paints the first picture of pages. */
export async function loadServerRender(
  shellDir: string,
  { serverRender }: ShellManifest,
): Promise<RenderPage | undefined> {
  if (!serverRender) return undefined;
  const { renderPage } = (await import(pathToFileURL(join(shellDir, serverRender)).href)) as { renderPage: RenderPage };
  return renderPage;
}

/** The shell's own files as the page names them. */
export interface ShellFiles {
  scripts: PageFile[];
  styles: PageFile[];
  /** What one of its own pages needs beyond that, by the page's path. */
  preloadsOf: (path: string) => PageFile[];
  /** Digests of its files that the page does not name, by URL. */
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
