import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';

import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';

import { inRoot, root } from '../root.mjs';

// The suite "Secrets": no tracked file has a key, token or password that is in use somewhere. Names the file and line
// of each, never the secret itself. `secrets.mjs FILE…` reads these files instead.

/**
 * Texts that look like secrets and are none.
 * @type {{ file: RegExp, text?: RegExp, why: string }[]}
 */
const ALLOWED = [
  {
    file: /^api\/src\/http\/request-log\.test\.ts$/,
    text: /^a-link-that-opens-everything-0123456789$/,
    why: 'a made-up token, which the test looks for in the log',
  },
  {
    file: /^deploy\/kubernetes\/schemas\/v[\d.]+\.json$/,
    text: /^io\.k8s\.api\./,
    why: 'the name of a schema of Kubernetes',
  },
];

/** Files whose lines are digests or images. */
const UNREAD = /(^|\/)package-lock\.json$|\.(png|jpe?g|webp|gif|ico|mp4|m4s|webm|ogg|woff2?|ttf|otf|pdf|br|gz)$/;
const LARGEST_BYTES = 2_000_000;

/**
 * Secrets that the preset does not know.
 * @type {[string, RegExp][]}
 */
const PATTERNS = [
  ['a private key', /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----\s*[\w+/=\\]{20,}/g],
  ['a live key of Stripe', /\b[sr]k_live_[0-9A-Za-z]{16,}/g],
  ['a signing secret of a Stripe webhook', /\bwhsec_[0-9A-Za-z]{32,}/g],
  ['a JSON web token', /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/g],
];
/** A value of 20 characters or more, assigned to a name that marks it as a secret. */
const ASSIGNED =
  /(?:secret|token|passw(?:or)?d|api_?key|private_?key|signing_?key|credential)\w{0,30}["']?\s*[:=]\s*["'`]?([\w+/=.~-]{20,})["'`]?/gi;
/** Bits for each character: words in any language stay below, random characters of base64 or hexadecimal do not. */
const RANDOM_BITS = 3.5;

const rules = [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }];

/**
 * @param {string} file
 * @param {string} content
 * @returns {Promise<{ line: number, text: string, what: string }[]>}
 */
async function secretsIn(file, content) {
  const source = { filePath: file, content, ext: extname(file), contentType: /** @type {const} */ ('text') };
  const { messages } = await lintSource({ source, options: { config: { rules } } });
  const found = messages.map(({ range: [from, to], messageId }) => ({
    from,
    text: content.slice(from, to),
    what: messageId,
  }));
  for (const [what, pattern] of PATTERNS)
    for (const match of content.matchAll(pattern)) found.push({ from: match.index, text: match[0], what });
  for (const match of content.matchAll(ASSIGNED))
    if (isRandom(match[1] ?? ''))
      found.push({ from: match.index, text: match[1] ?? '', what: 'random characters given to the name of a secret' });
  return found.map(({ from, text, what }) => ({ line: content.slice(0, from).split('\n').length, text, what }));
}

/** @param {string} text */
function isRandom(text) {
  if (!/\d/.test(text) || !/[a-z]/i.test(text)) return false;
  const counts = new Map();
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  const bits = [...counts.values()].reduce(
    (sum, count) => sum - (count / text.length) * Math.log2(count / text.length),
    0,
  );
  return bits >= RANDOM_BITS;
}

const tracked = () =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter(Boolean);

const given = process.argv.slice(2);
const files = (given.length > 0 ? given : tracked()).filter((file) => !UNREAD.test(file));
const contents = await Promise.all(
  // A file that was deleted and is not committed yet has no content.
  files.map((file) => readFile(given.length > 0 ? file : inRoot(file)).catch(() => Buffer.alloc(0))),
);
let problems = 0;
for (const [index, bytes] of contents.entries()) {
  const file = files[index] ?? '';
  if (bytes.length > LARGEST_BYTES || bytes.includes(0)) continue;
  for (const { line, text, what } of await secretsIn(file, bytes.toString('utf8'))) {
    if (ALLOWED.some((each) => each.file.test(file) && (each.text?.test(text) ?? true))) continue;
    problems += 1;
    console.error(`${file}:${line} ${what}`);
  }
}
console.log(`${files.length} files read, ${problems} problems`);
// The linter measures itself, and evaluates the marks of 3,000 files for half a minute once nothing else is to be done.
process.exit(problems > 0 ? 1 : 0);
