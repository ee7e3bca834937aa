/** All files of a folder whose path matches: a function of webpack, which reads this call. */
type FilesOf = (folder: string, options: { regExp: RegExp }) => (path: string) => unknown;

/** Those of Japanese, by name, as data URLs. Other languages need theirs too rarely. */
const maps = (import.meta as unknown as { webpackContext: FilesOf }).webpackContext('pdfjs-dist/cmaps', {
  regExp:
    /[/](78|83pv|90|Add|Adobe-Japan1|EUC|Ext|H|Hankaku|Hiragana|Katakana|NWP|RKSJ|Roman|UniJIS|V|WP)[^/]*[.]bcmap$/,
});

/** Returns a character map; throws for one that is not among them. */
export function characterMap(name: string): Uint8Array {
  const [, base64 = ''] = (maps(`./${name}.bcmap`) as string).split(',');
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
