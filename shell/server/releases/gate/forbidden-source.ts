import { forbiddenScript } from './forbidden-script';
import { forbiddenStyle } from './forbidden-style';
import { foreignHosts } from './foreign-hosts';

/**
 * Finds content that no release may contain: code built from strings, which the content policy forbids, foreign URLs,
 * and styles that reach beyond the remote's own elements.
 */
export function forbiddenSource(contents: ReadonlyMap<string, Buffer>): string[] {
  return [...contents].flatMap(([path, content]) => {
    const text = content.toString('utf8');
    if (path.endsWith('.js')) return forbiddenScript(path, text);
    if (path.endsWith('.css')) return forbiddenStyle(path, text);
    if (path.endsWith('.svg')) return forbiddenPicture(path, text);
    return [];
  });
}

function forbiddenPicture(path: string, text: string): string[] {
  return [
    ...(/<script|\son\w+\s*=|javascript:/i.test(text) ? [`${path} holds a script: a picture runs nothing.`] : []),
    ...foreignHosts([text]).map((host) => `${path} names the foreign host ${host}.`),
  ];
}
