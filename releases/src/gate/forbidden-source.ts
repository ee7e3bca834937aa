import type { Program } from 'acorn';

import type { ReleaseManifest } from '../store/release-manifest';
import { forbiddenScript, requiredModules } from './forbidden-script';
import { forbiddenStyle } from './forbidden-style';
import { foreignHosts } from './foreign-hosts';
import { readScript } from './script-tree';

/**
 * Finds content that no release may contain: code built from strings, which the content policy forbids, foreign URLs,
 * and styles that reach beyond the remote's own elements.
 *
 * @param onScript gets each script as a tree: reading it takes most of the time.
 */
export function forbiddenSource(
  contents: ReadonlyMap<string, Buffer>,
  { entry, entryType, preloads }: Pick<ReleaseManifest, 'entry' | 'entryType' | 'preloads'>,
  onScript: (path: string, program: Program) => void = () => undefined,
): string[] {
  const loaded = new Set([entry, ...[preloads.pages, preloads.slots].flatMap((group) => Object.values(group).flat())]);
  return [...contents].flatMap(([path, content]) => {
    const text = content.toString('utf8');
    if (path.endsWith('.js')) {
      const isLate = !loaded.has(path);
      const script = readScript(text, entryType);
      // A worker of a classic release may import modules: of libraries that are published as nothing else.
      const late = isLate && 'problem' in script ? readScript(text, 'module') : script;
      const program = 'problem' in late ? script : late;
      if ('problem' in program) return [unreadable(path, program)];
      onScript(path, program);
      const isModule = program.sourceType === 'module';
      return forbiddenScript(path, program, { ...(isModule ? { modules: contents } : {}), isFallback: isLate });
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
  const program = readScript(content.toString('utf8'));
  if ('problem' in program) return [unreadable(path, program)];
  return [
    ...forbiddenScript(path, program),
    ...requiredModules(program)
      .filter((name) => !GIVEN_ON_SERVER.includes(name ?? ''))
      .map((name) =>
        name === undefined
          ? `${path} requires a module by a computed name: the server gives only ${GIVEN_ON_SERVER.join(', ')}.`
          : `${path} requires ${name}: the server gives only ${GIVEN_ON_SERVER.join(', ')}.`,
      ),
  ];
}

const unreadable = (path: string, { problem }: { problem: string }) =>
  `${path} cannot be parsed as a script: ${problem}.`;

function forbiddenPicture(path: string, text: string): string[] {
  return [
    ...(/<script|\son\w+\s*=|javascript:/i.test(text) ? [`${path} holds a script: images must not run code.`] : []),
    ...foreignHosts([text]).map((host) => `${path} names the foreign host ${host}.`),
  ];
}
