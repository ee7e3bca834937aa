import type { ReleaseManifest } from '../store/release-manifest';
import { forbiddenScript, requiredModules } from './forbidden-script';
import { forbiddenStyle } from './forbidden-style';
import { foreignHosts } from './foreign-hosts';
import { isOnlyModule } from './script-tree';

/**
 * Finds content that no release may contain: code built from strings, which the content policy forbids, foreign URLs,
 * and styles that reach beyond the remote's own elements.
 */
export function forbiddenSource(
  contents: ReadonlyMap<string, Buffer>,
  { entry, entryType, preloads }: Pick<ReleaseManifest, 'entry' | 'entryType' | 'preloads'>,
): string[] {
  const loaded = new Set([entry, ...[preloads.pages, preloads.slots].flatMap((group) => Object.values(group).flat())]);
  return [...contents].flatMap(([path, content]) => {
    const text = content.toString('utf8');
    if (path.endsWith('.js')) {
      const isLate = !loaded.has(path);
      // A worker of a classic release may import modules: of libraries that are published as nothing else.
      const isModule = entryType === 'module' || (isLate && isOnlyModule(text));
      return forbiddenScript(path, text, { ...(isModule ? { modules: contents } : {}), isFallback: isLate });
    }
    if (path.endsWith('.css')) return forbiddenStyle(path, text);
    if (path.endsWith('.svg')) return forbiddenPicture(path, text);
    return [];
  });
}

/** Modules that the server shares with the file of a remote. */
const GIVEN_ON_SERVER: readonly string[] = ['react', 'react/jsx-runtime', '@manabiba/shared/platform'];

/**
 * Finds forbidden code in the file for the server: what is forbidden in browsers, and modules that the server does not
 * give.
 */
export function forbiddenServerFile(path: string, content: Buffer): string[] {
  const text = content.toString('utf8');
  return [
    ...forbiddenScript(path, text),
    ...requiredModules(text)
      .filter((name) => !GIVEN_ON_SERVER.includes(name ?? ''))
      .map((name) =>
        name === undefined
          ? `${path} requires a module by a computed name: the server gives only ${GIVEN_ON_SERVER.join(', ')}.`
          : `${path} requires ${name}: the server gives only ${GIVEN_ON_SERVER.join(', ')}.`,
      ),
  ];
}

function forbiddenPicture(path: string, text: string): string[] {
  return [
    ...(/<script|\son\w+\s*=|javascript:/i.test(text) ? [`${path} holds a script: images must not run code.`] : []),
    ...foreignHosts([text]).map((host) => `${path} names the foreign host ${host}.`),
  ];
}
