import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';

import { digestOf } from './digest-of';
import { packContents } from './packed-files';

const TEXT = Buffer.from('console.log("a remote");'.repeat(200));
const contents = new Map([['page.js', TEXT]]);
/** As no candidate is compressed, so that it shows where a file is from. */
const loosely = (content: Buffer) => brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manabiba-packed-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** A stored release whose only script has TEXT, by its manifest, and these compressed files. */
async function stored({ br = loosely(TEXT), gz = gzipSync(TEXT, { level: 1 }) }) {
  await writeFile(join(folder, '12.js.br'), br);
  await writeFile(join(folder, '12.js.gz'), gz);
  const files = { '12.js': { integrity: digestOf(TEXT) } };
  return [{ folder, manifest: { container: 'a', entry: '12.js', files, ...none } }];
}
const none = { routes: [], slots: [], preloads: { pages: {}, slots: {} } };

it('takes the compressed files of a stored release for equal content, whatever its name was', async () => {
  const packed = await packContents(contents, await stored({}));
  expect(packed.get('page.js')?.br).toEqual(loosely(TEXT));
  expect(packed.get('page.js')?.gz).toEqual(gzipSync(TEXT, { level: 1 }));
});

it('compresses what no stored release has', async () => {
  const packed = await packContents(new Map([['page.js', Buffer.from('another()')]]), await stored({}));
  expect(brotliDecompressSync(packed.get('page.js')?.br ?? '').toString()).toBe('another()');
  expect((await packContents(contents, [{ folder, manifest: undefined }])).size).toBe(1);
});

it.each([
  ['holds something else', { br: loosely(Buffer.from('evil()')) }],
  ['holds something else as gzip', { gz: gzipSync('evil()') }],
  ['unpacks to much more', { br: loosely(Buffer.alloc(64 * 1024 * 1024)) }],
  ['is broken', { br: Buffer.from('broken') }],
])('takes none that %s', async (_, files: Parameters<typeof stored>[0]) => {
  const { br, gz } = (await packContents(contents, await stored(files))).get('page.js') ?? {};
  expect(brotliDecompressSync(br ?? '')).toEqual(TEXT);
  expect(gunzipSync(gz ?? '')).toEqual(TEXT);
  expect(br).not.toEqual(files.br ?? loosely(TEXT));
});
