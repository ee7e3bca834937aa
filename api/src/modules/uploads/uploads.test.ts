import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

import { subDays } from 'date-fns';
import sharp from 'sharp';

import { createLimiter } from '../../platform/security/limiter';
import { createStorage } from '../../platform/storage/create-storage';
import { aPhotograph, aPicture, aPlainPicture, sendFile } from '../../testing/pictures';
import { insertCategories, insertEvent } from '../../testing/rows';
import { type Caller, startTestApp, type TestApp } from '../../testing/start-test-app';
import { createUploadsRepository } from './uploads.repository';
import { createUploadsService } from './uploads.service';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());
beforeEach(() => api.db.deleteFrom('rate_limits').execute());

const avatar = { purpose: 'avatar' as const, mime: 'image/png' };
/** Some cameras pad their segments: decoders warn about it and go on. */
async function withExtraneousBytes(): Promise<Buffer> {
  const bytes = await aPicture('jpeg');
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  return Buffer.concat([bytes.subarray(0, frame), Buffer.alloc(18), bytes.subarray(frame)]);
}
const filesIn = (folder: string) => readdir(`${fileURLToPath(api.env.storageUrl)}/${folder}`).catch(() => []);
const image = (path: string, accept = 'image/avif,image/webp,*/*') =>
  api.app.inject({ method: 'GET', url: `/v1/images/${path}`, headers: { accept } });
const rows = () => api.db.selectFrom('uploads').selectAll().where('stored_at', 'is not', null).execute();

describe('announcing an upload', () => {
  it.each<[Caller, number]>([
    ['unauthenticated', 401],
    ['anonymous', 401],
    ['adult', 201],
    ['student', 201],
    ['child', 201],
    ['school', 201],
    ['professional', 201],
    ['subscriber', 201],
    ['unverified', 201],
    ['resubmit', 201],
    ['suspended', 403],
    ['withdrawn', 403],
  ])('answers %s with %d', async (caller, status) => {
    expect(
      (await api.as(caller).post('/uploads', { purpose: 'identity_document', mime: 'application/pdf', size: 10 }))
        .status,
    ).toBe(status);
  });

  it.each([
    [
      'a drawing that may contain a script',
      { purpose: 'avatar', mime: 'image/svg+xml', size: 10 },
      415,
      'unsupported_type',
    ],
    ['a PDF as an image', { purpose: 'avatar', mime: 'application/pdf', size: 10 }, 415, 'unsupported_type'],
    ['more than 10 MB', { purpose: 'avatar', mime: 'image/png', size: 10 * 1024 * 1024 + 1 }, 413, 'too_large'],
    ['an empty file', { purpose: 'avatar', mime: 'image/png', size: 0 }, 422, 'invalid'],
    ['another purpose', { purpose: 'homework', mime: 'image/png', size: 10 }, 422, 'invalid'],
  ])('rejects %s', async (_what, body, status, code) => {
    expect(await api.as('adult').post('/uploads', body)).toMatchObject({ status, body: { code } });
  });

  it('is rate limited', async () => {
    const statuses = [];
    for (let call = 0; call < 61; call += 1)
      statuses.push((await api.as('adult').post('/uploads', { ...avatar, size: 10 })).status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(60);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('an event cover', () => {
  const cover = { purpose: 'event_cover' as const, mime: 'image/png' };

  it('is limited to professionals, and to JPEG or PNG of at most 5 MB', async () => {
    const announce = (caller: Caller, given: object = {}) =>
      api.as(caller).post('/uploads', { ...cover, size: 10, ...given });
    expect((await announce('professional')).status).toBe(201);
    expect((await announce('professional', { mime: 'image/jpeg' })).status).toBe(201);
    expect((await announce('adult')).body.code).toBe('professional_only');
    expect((await announce('professional', { mime: 'image/webp' })).body.code).toBe('unsupported_type');
    expect((await announce('professional', { size: 5 * 1024 * 1024 + 1 })).body.code).toBe('too_large');
  });

  it('is stored in 16:9 and public', async () => {
    const sent = await sendFile(api, 'professional', await aPlainPicture(1400, 1400), cover);
    expect(sent.status).toBe(200);
    const shown = await image((sent.body as { uploadId: string }).uploadId, 'image/webp');
    expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ width: 1600, height: 900 });
  });

  it.each([
    [1279, 720],
    [1280, 719],
  ])('of %d by %d pixels is rejected as too small', async (width, height) => {
    const sent = await sendFile(api, 'professional', await aPlainPicture(width, height), cover);
    expect(sent).toMatchObject({ status: 422, body: { code: 'invalid' } });
  });

  it('is deleted a day after the upload unless an event uses it', async () => {
    const ids: string[] = [];
    for (let number = 0; number < 2; number += 1) {
      const sent = await sendFile(api, 'professional', await aPlainPicture(1280, 720), cover);
      ids.push((sent.body as { uploadId: string }).uploadId);
    }
    const [used, unused] = ids;
    await insertCategories(api.db);
    await insertEvent(api.db, { organizer_id: api.people.professional, image_url: `/v1/images/${used}` });
    const later = { now: () => new Date(Date.now() + 2 * 86_400_000) };
    await createUploadsService({
      uploads: createUploadsRepository(api.db),
      storage: createStorage(api.env.storageUrl),
      limiter: createLimiter({ db: api.db, clock: later }),
      clock: later,
    }).removeStale();
    const left = (await rows()).map(({ id }) => id);
    expect(left).toContain(used);
    expect(left).not.toContain(unused);
  });
});

describe('uploading the content', () => {
  it('stores an image upright and without camera metadata', async () => {
    const photograph = await aPhotograph();
    expect((await sharp(photograph).metadata()).exif?.toString('latin1')).toContain('Camera of Hanako');
    const { status, body } = await sendFile(api, 'adult', photograph, { purpose: 'avatar', mime: 'image/jpeg' });
    expect(status).toBe(200);
    const kept = await createStorage(api.env.storageUrl).get(`avatar/${body.uploadId}`);
    const about = await sharp(kept ?? Buffer.alloc(0)).metadata();
    expect(about).toMatchObject({ width: 20, height: 40 });
    expect([about.exif, about.orientation, about.icc, about.xmp]).toEqual([undefined, undefined, undefined, undefined]);
  });

  it.each([
    ['text declared as an image', () => Buffer.from('<script>alert(1)</script>')],
    ['a drawing declared as an image', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a truncated image', async () => (await aPicture()).subarray(0, 60)],
    ['a PDF', () => Buffer.from('%PDF-1.7\n')],
  ])('rejects %s and stores nothing', async (_what, make) => {
    const before = await filesIn('avatar');
    expect(await sendFile(api, 'adult', await make(), avatar)).toMatchObject({
      status: 415,
      body: { code: 'unsupported_type' },
    });
    expect(await filesIn('avatar')).toEqual(before);
  });

  it.each([
    ['a PNG named as a JPEG', () => aPicture('png'), 'image/webp'],
    ['a WebP named as a PNG', () => aPicture('webp'), 'image/png'],
    ['a photo of 48 megapixels', () => aPlainPicture(8064, 6048, 'jpeg'), 'image/jpeg'],
    ['a photo of 50 megapixels', () => aPlainPicture(8160, 6144, 'jpeg'), 'image/jpeg'],
    ['a JPEG with bytes between its segments', withExtraneousBytes, 'image/jpeg'],
    [
      'a JPEG with bytes after its end',
      async () => Buffer.concat([await aPicture('jpeg'), Buffer.alloc(18, 7)]),
      'image/jpeg',
    ],
  ])('accepts %s', async (_what, make, mime) => {
    const { status, body } = await sendFile(api, 'adult', await make(), { purpose: 'avatar', mime });
    expect(status).toBe(200);
    const kept = await createStorage(api.env.storageUrl).get(`avatar/${body.uploadId}`);
    const { width, format } = await sharp(kept ?? Buffer.alloc(0)).metadata();
    expect([format, width]).toEqual(['webp', expect.any(Number)]);
    expect(width).toBeLessThanOrEqual(1600);
  });

  it('accepts a PDF with bytes before its header, whatever type was announced', async () => {
    const bytes = Buffer.from('\r\n%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n');
    const sent = await sendFile(api, 'resubmit', bytes, { purpose: 'identity_document', mime: 'image/png' });
    expect(sent.status).toBe(200);
    const { mime } = await api.db
      .selectFrom('uploads')
      .select('mime')
      .where('id', '=', sent.body.uploadId as string)
      .executeTakeFirstOrThrow();
    expect(mime).toBe('application/pdf');
  });

  it.each([
    ['a HEIC photo', () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'HEIC形式'],
    ['a truncated image', async () => (await aPicture()).subarray(0, 60), '壊れているか'],
    ['a PDF', () => Buffer.from('%PDF-1.7\n'), 'JPEG、PNG、WebPの画像'],
  ])('says why it rejects %s', async (_what, make, reason) => {
    expect(await sendFile(api, 'adult', await make(), avatar)).toMatchObject({
      status: 415,
      body: { code: 'unsupported_type', error: expect.stringContaining(reason) },
    });
  });

  it('rejects a decompression bomb', async () => {
    const bomb = await sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: '#000' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(1024 * 1024);
    expect(await sendFile(api, 'adult', bomb, avatar)).toMatchObject({
      status: 415,
      body: { error: expect.stringContaining('画素数が多すぎます') },
    });
  });

  it('requires exactly the announced number of bytes', async () => {
    const bytes = await aPicture();
    expect(await sendFile(api, 'adult', bytes, { ...avatar, size: bytes.length - 1 })).toMatchObject({
      status: 413,
      body: { code: 'too_large' },
    });
    expect(await sendFile(api, 'adult', bytes, { ...avatar, size: bytes.length + 1 })).toMatchObject({
      status: 422,
      body: { code: 'invalid' },
    });
  });

  it('is allowed only for the owner, once', async () => {
    const bytes = await aPicture();
    const { putUrl } = (await sendFile(api, 'adult', bytes, avatar)) as { putUrl: string };
    const put = (token: string) =>
      api.app.inject({
        method: 'PUT',
        url: putUrl,
        payload: bytes,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png' },
      });
    expect((await put(api.tokens.adult)).json()).toMatchObject({ code: 'already' });
    expect((await put(api.tokens.student)).json()).toMatchObject({ code: 'not_found' });
    expect((await put(api.tokens.anonymous)).statusCode).toBe(401);
  });

  it('stores nothing when the upload is interrupted, and can be repeated', async () => {
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    const bytes = await aPicture();
    const { body } = await api.as('adult').post('/uploads', { ...avatar, size: bytes.length });
    const before = [await rows(), await filesIn('avatar')];
    await new Promise<void>((done) => {
      const { port } = api.app.server.address() as AddressInfo;
      const sending = request({
        port,
        host: '127.0.0.1',
        method: 'PUT',
        path: body.putUrl as string,
        headers: {
          authorization: `Bearer ${api.tokens.adult}`,
          'content-type': 'image/png',
          'content-length': bytes.length,
        },
      });
      sending.on('error', () => done());
      sending.write(bytes.subarray(0, 30), () => sending.destroy(new Error('cut')));
    });
    expect([await rows(), await filesIn('avatar')]).toEqual(before);
    const again = await api.app.inject({
      method: 'PUT',
      url: body.putUrl as string,
      payload: bytes,
      headers: { authorization: `Bearer ${api.tokens.adult}`, 'content-type': 'image/png' },
    });
    expect(again.statusCode).toBe(200);
  });
});

describe('an image', () => {
  let id: string;
  beforeAll(async () => {
    id = (await sendFile(api, 'adult', await aPicture(), avatar)).body.uploadId as string;
  });

  it.each([
    ['image/avif,image/webp,*/*', 'image/avif', 'heif'],
    ['image/webp,*/*', 'image/webp', 'webp'],
    ['*/*', 'image/jpeg', 'jpeg'],
  ])('is returned for Accept %s as %s', async (accept, type, format) => {
    const answer = await image(`${id}?w=200&h=200`, accept);
    expect(answer.headers).toMatchObject({
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept',
      'x-content-type-options': 'nosniff',
    });
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format, width: 200, height: 200 });
  });

  it.each([
    ['a small frame', 'w=200&h=200', 200],
    ['a small frame', 'w=200&h=200&q=80', 200],
    ['a large frame', 'w=400&h=400&q=80', 400],
    ['its own size at most', '', 40],
    ['its own size at most', 'q=80', 40],
  ])('fills %s for ?%s', async (_what, query, width) => {
    const answer = await image(`${id}?${query}`, '*/*');
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width });
  });

  it('is rendered at most 300 times a minute per IP address; cached ones do not count', async () => {
    const fresh = String((await sendFile(api, 'adult', await aPicture(), avatar)).body.uploadId);
    const from = (path: string, remoteAddress: string) =>
      api.app.inject({ url: `/v1/images/${path}`, remoteAddress, headers: { accept: 'image/webp' } });
    expect((await from(`${fresh}?w=200&h=200`, '192.0.2.1')).statusCode).toBe(200);
    await api.db.updateTable('rate_limits').set({ count: 300 }).where('bucket', '=', 'draw:192.0.2.1').execute();
    const beyond = await from(`${fresh}?w=400&h=400`, '192.0.2.1');
    expect(beyond.json()).toMatchObject({ code: 'rate_limited' });
    expect(Number(beyond.headers['retry-after'])).toBeGreaterThan(0);
    expect((await from(`${fresh}?w=200&h=200`, '192.0.2.1')).statusCode).toBe(200);
    expect((await from(`${fresh}?w=400&h=400`, '192.0.2.2')).statusCode).toBe(200);
  });

  it.each([
    ['another width', 'w=201&h=201', ['w']],
    ['a mix of two frames', 'w=200&h=400', ['h']],
    ['a width alone', 'w=200', ['h']],
    ['a height alone', 'h=200', ['h']],
    ['another quality', 'w=200&h=200&q=79', ['q']],
    ['another spelling', 'w=0200&h=0200', ['w']],
    ['empty values', 'w=0&h=0', ['w']],
    ['a non-numeric width', 'w=x&h=x', ['w']],
  ])('is not rendered for %s', async (_what, query, fields) => {
    const answer = await image(`${id}?${query}`);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ code: 'invalid' });
    expect(Object.keys((answer.json() as { fields: object }).fields)).toEqual(fields);
  });

  it('is not rendered for a repeated parameter', async () => {
    expect((await image(`${id}?w=200&w=200&h=200`)).statusCode).toBe(422);
  });

  it('is missing for a document, an unknown id or an unfinished upload', async () => {
    const document = (
      await sendFile(api, 'student', await aPicture(), { purpose: 'identity_document', mime: 'image/png' })
    ).body.uploadId;
    const announced = (await api.as('adult').post('/uploads', { ...avatar, size: 5 })).body.uploadId as string;
    for (const path of [document, announced, 'upl_nothing', '..%2fsecret'])
      expect((await image(String(path))).statusCode).toBe(404);
  });
});

it('deletes documents 30 days after the decision, and unfinished uploads after a day', async () => {
  const { clock, db } = api;
  const uploads = createUploadsService({
    uploads: createUploadsRepository(db),
    storage: createStorage(api.env.storageUrl),
    limiter: createLimiter({ db, clock }),
    clock,
  });
  const daysAgo = (days: number) => subDays(clock.now(), days);
  const document = async (values: object) => {
    const { uploadId } = (
      await sendFile(api, 'student', await aPicture(), { purpose: 'identity_document', mime: 'image/png' })
    ).body;
    await db.updateTable('uploads').set(values).where('id', '=', String(uploadId)).execute();
    return String(uploadId);
  };
  const old = await document({ submitted_at: daysAgo(40), decided_at: daysAgo(31) });
  const recent = await document({ submitted_at: daysAgo(40), decided_at: daysAgo(29) });
  const waiting = await document({ submitted_at: daysAgo(400), created_at: daysAgo(400) });
  const left = await document({ created_at: daysAgo(2) });
  await uploads.removeStale();
  const kept = await filesIn('identity_document');
  expect([old, recent, waiting, left].map((id) => (kept as string[]).includes(id))).toEqual([false, true, true, false]);
  expect(await db.selectFrom('uploads').select('id').where('id', 'in', [old, left]).execute()).toEqual([]);
});

it('keeps the picture somebody was reported for until the staff have decided', async () => {
  const { clock, db } = api;
  const uploads = createUploadsService({
    uploads: createUploadsRepository(db),
    storage: createStorage(api.env.storageUrl),
    limiter: createLimiter({ db, clock }),
    clock,
  });
  const user = api.people.student;
  const { uploadId } = (await sendFile(api, 'student', await aPicture(), avatar)).body;
  const upload = String(uploadId);
  const isKept = async () => (await rows()).some(({ id }) => id === upload);
  const created_at = subDays(clock.now(), 2);
  await db.updateTable('uploads').set({ created_at }).where('id', '=', upload).execute();
  await db
    .updateTable('users')
    .set({ avatar_url: `/v1/images/${upload}` })
    .where('id', '=', user)
    .execute();
  await api.as('adult').post(`/users/${user}/report`, { reason: 'abuse' });
  await db.updateTable('users').set({ avatar_url: null }).where('id', '=', user).execute();
  await uploads.removeStale();
  expect(await isKept()).toBe(true);
  await db.updateTable('user_reports').set({ decided_at: clock.now() }).where('reported_id', '=', user).execute();
  await uploads.removeStale();
  expect(await isKept()).toBe(false);
});
