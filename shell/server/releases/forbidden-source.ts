/** Addresses that packages carry as names or in their messages and never ask anything of. */
const HARMLESS_HOSTS = new Set(['www.w3.org', 'module-federation.io', 'react.dev', 'reactjs.org', 'localhost']);

const makesCode: [RegExp, string][] = [
  [/(?<![\w$.])eval\s*\(/, 'eval'],
  [/(?<![\w$.])(?:new\s+)?Function\s*\(\s*(?:["'`]|[\w$]+\s*[,)])/, 'Function as a constructor'],
  [/(?<![\w$.])(?:setTimeout|setInterval)\s*\(\s*["'`]/, 'a timer that runs text'],
  [/(?<![\w$.])importScripts\s*\(/, 'importScripts'],
];
const HOST = /(?:https?|wss?):\/\/([A-Za-z0-9.-]*[A-Za-z0-9])|["'`(=]\/\/([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)/g;

/** What no release may carry: code made of text, which the content policy forbids, and addresses that are not ours. */
export function forbiddenSource(contents: ReadonlyMap<string, Buffer>): string[] {
  return [...contents].flatMap(([path, content]) => {
    if (!/\.(js|css|svg)$/.test(path)) return [];
    const text = content.toString('utf8');
    const hosts = new Set([...text.matchAll(HOST)].map(([, host, bare]) => host ?? bare ?? ''));
    return [
      ...makesCode.filter(([pattern]) => path.endsWith('.js') && pattern.test(text)).map(([, what]) => `${path} uses ${what}: the pages' content policy lets no text run as code.`),
      ...[...hosts].filter((host) => !HARMLESS_HOSTS.has(host) && !host.endsWith('.example')).map((host) => `${path} names the foreign host ${host}.`),
    ];
  });
}
