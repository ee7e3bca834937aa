import { millisecondsInHour } from 'date-fns/constants';

import type { Caller } from '../../../testing/start-test-app';
import { insertArchive } from '../testing/insert-archive';
import { type ArchivesApp, useArchivesApp } from '../testing/use-archives-app';

const VIDEO = Buffer.from('0123456789'.repeat(10));

let api: ArchivesApp;
useArchivesApp((app) => {
  api = app;
});

async function playable(given: Parameters<typeof insertArchive>[1] = {}): Promise<string> {
  const id = await insertArchive(api, { media_version: 'v1', ...given });
  for (const [file, bytes] of [
    ['video.mp4', VIDEO],
    ['master.m3u8', Buffer.from('#EXTM3U\n360/index.m3u8\n')],
    ['360/0.m4s', Buffer.from('segment')],
    ['poster.jpg', Buffer.from('poster')],
  ] as const)
    await api.storage.put(`archives/${id}/v1/${file}`, bytes, 'video/mp4');
  return id;
}
const urlsOf = async (caller: Caller, id: string) => (await api.as(caller).get(`/archives/${id}`)).body;
const fetchFile = (url: string, headers: Record<string, string> = {}) => api.app.inject({ url, headers });

it('serves the video whole and in parts', async () => {
  const { fileUrl } = await urlsOf('unauthenticated', await playable());
  const whole = await fetchFile(fileUrl);
  expect([whole.statusCode, whole.rawPayload.equals(VIDEO)]).toEqual([200, true]);
  expect(whole.headers).toMatchObject({
    'accept-ranges': 'bytes',
    'content-length': '100',
    'content-type': 'video/mp4',
  });
  const part = await fetchFile(fileUrl, { range: 'bytes=95-' });
  expect([part.statusCode, part.payload]).toEqual([206, '56789']);
  expect(part.headers).toMatchObject({ 'content-range': 'bytes 95-99/100', 'content-length': '5' });
  const beyond = await fetchFile(fileUrl, { range: 'bytes=100-' });
  expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, 'bytes */100']);
  const etag = String(whole.headers['etag']);
  expect((await fetchFile(fileUrl, { 'if-none-match': etag })).statusCode).toBe(304);
  expect((await fetchFile(fileUrl, { range: 'bytes=0-1', 'if-range': etag })).statusCode).toBe(206);
  expect((await fetchFile(fileUrl, { range: 'bytes=0-1', 'if-range': '"another"' })).statusCode).toBe(200);
});

it('signs what a playlist names by relative URLs', async () => {
  const { hlsUrl } = await urlsOf('unauthenticated', await playable());
  const playlist = await fetchFile(hlsUrl);
  expect([playlist.statusCode, playlist.headers['content-type']]).toEqual([200, 'application/vnd.apple.mpegurl']);
  expect((await fetchFile(hlsUrl.replace('master.m3u8', '360/0.m4s'))).payload).toBe('segment');
});

it('opens one archive for four hours', async () => {
  const start = api.clock.now();
  const id = await playable({ access: 'signed_in' });
  const other = await playable({ access: 'signed_in' });
  const { fileUrl, mediaExpiresAt } = await urlsOf('adult', id);
  expect(Date.parse(mediaExpiresAt) - api.clock.now().getTime()).toBeLessThanOrEqual(4 * millisecondsInHour);
  expect((await fetchFile(fileUrl)).headers['cache-control']).toMatch(/^private, max-age=1[34]\d{3}$/);
  expect((await fetchFile(fileUrl.replace(id, other))).statusCode).toBe(404);
  expect((await fetchFile(fileUrl.replace('-o-', '-s-'))).statusCode).toBe(404);
  expect((await fetchFile(`${fileUrl.slice(0, -12)}x/video.mp4`)).statusCode).toBe(404);
  expect((await fetchFile(fileUrl.replace('video.mp4', '..%2f..%2fother%2fv1%2fvideo.mp4'))).statusCode).toBe(404);
  expect((await fetchFile(fileUrl.replace('video.mp4', 'missing.mp4'))).statusCode).toBe(404);
  api.clock.advance(4 * millisecondsInHour + 1000);
  const expired = await fetchFile(fileUrl);
  expect([expired.statusCode, expired.json().code]).toEqual([410, 'link_expired']);
  api.clock.set(start);
});

it('gives everybody the same URLs of a public archive, so that a CDN can keep the files', async () => {
  const id = await playable();
  const [first, second] = [await urlsOf('unauthenticated', id), await urlsOf('adult', id)];
  expect(first.fileUrl).toBe(second.fileUrl);
  expect((await fetchFile(first.fileUrl)).headers['cache-control']).toMatch(/^public, max-age=\d+$/);
});

it.each([
  ['hidden', { state: 'hidden' }],
  ['restricted', { access: 'subscriber' }],
  ['composed anew', { media_version: 'v2' }],
] as const)('closes URLs of a public archive that was %s', async (_how, change) => {
  const id = await playable();
  const { fileUrl } = await urlsOf('unauthenticated', id);
  await api.db.updateTable('archives').set(change).where('id', '=', id).execute();
  expect((await fetchFile(fileUrl)).statusCode).toBe(404);
});

it('closes URLs of an archive for users when it is hidden, whose host gets others', async () => {
  const id = await playable({ access: 'signed_in' });
  const [before, ofHost] = [await urlsOf('adult', id), await urlsOf('professional', id)];
  await api.db.updateTable('archives').set({ state: 'hidden' }).where('id', '=', id).execute();
  for (const { fileUrl } of [before, ofHost]) expect((await fetchFile(fileUrl)).statusCode).toBe(404);
  const { fileUrl } = await urlsOf('professional', id);
  expect((await fetchFile(fileUrl)).statusCode).toBe(200);
  await api.db.updateTable('archives').set({ state: 'ready' }).where('id', '=', id).execute();
  expect((await fetchFile(fileUrl)).statusCode).toBe(200);
});

it.each([
  ['public', ['unauthenticated', 'adult', 'subscriber', 'professional']],
  ['signed_in', ['adult', 'subscriber', 'professional']],
  ['subscriber', ['subscriber', 'professional']],
  ['ticket', ['professional']],
] as const)('signs %s archives for those who may watch', async (access, allowed) => {
  const id = await playable({ access });
  for (const caller of ['unauthenticated', 'adult', 'subscriber', 'professional'] as const) {
    const { canWatch, hlsUrl, fileUrl } = await urlsOf(caller, id);
    const may = (allowed as readonly string[]).includes(caller);
    expect([caller, canWatch, hlsUrl !== null, fileUrl !== null]).toEqual([caller, may, may, may]);
  }
});

it('shows the poster of a published archive to everybody', async () => {
  const id = await playable({ access: 'subscriber' });
  const poster = () => fetchFile(`/v1/archive_media/${id}/v1/poster.jpg`);
  expect((await poster()).payload).toBe('poster');
  await api.db.updateTable('archives').set({ published_at: null }).execute();
  expect((await poster()).statusCode).toBe(404);
});
