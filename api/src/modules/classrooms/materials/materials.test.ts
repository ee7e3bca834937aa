import { setImmediate } from 'node:timers/promises';

import { MAX_MATERIAL_BYTES, MAX_MATERIAL_FILES, MAX_MATERIAL_LINKS } from '@manabiba/shared/contract/limits';
import { addMinutes } from 'date-fns';
import sharp from 'sharp';

import { createStorage } from '../../../platform/storage/create-storage';
import { aPicture, aPlainPicture, sendFile } from '../../../testing/pictures';
import {
  clearContent,
  insertCategories,
  insertClassroom,
  insertEvent,
  insertLiveRoom,
  insertParticipant,
  insertParticipation,
  insertReservation,
  insertTicketType,
} from '../../../testing/rows';
import { type Caller, startTestApp, type TestApp } from '../../../testing/start-test-app';
import { keepPeople, type PersonName, testSchool } from '../../../testing/test-people';
import { insertArchive } from '../../archives/testing/insert-archive';
import { insertMaterial, insertPdf } from './testing/insert-material';

let world: TestApp;
let restorePeople: () => Promise<void>;
beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
  restorePeople = await keepPeople(world.db);
});
afterEach(async () => {
  await clearContent(world.db);
  await restorePeople();
  await world.db.deleteFrom('uploads').execute();
});
afterAll(() => world.close());

const PDF = Buffer.from('%PDF-1.7\n%%EOF\n');
const person = (name: PersonName | 'anonymous') => world.people[name];
const codeOf = ({ status, body }: { status: number; body?: { code?: string } }) =>
  body?.code ? `${status} ${body.code}` : `${status}`;
const call = (caller: Caller, id: string, rest = '') => ({
  list: () => world.as(caller).get(`/classrooms/${id}/materials`),
  add: (body: object) => world.as(caller).post(`/classrooms/${id}/materials`, body),
  rename: (title: string) => world.as(caller).patch(`/classrooms/${id}/materials/${rest}`, { title }),
  delete: () => world.as(caller).delete(`/classrooms/${id}/materials/${rest}`),
  present: (body: object = {}) =>
    world
      .as(caller)
      .put(`/classrooms/${id}/presentation`, { materialId: rest, page: 1, pageCount: 3, mayLookAhead: false, ...body }),
  stop: () => world.as(caller).delete(`/classrooms/${id}/presentation`),
});
const link = { kind: 'link', title: '星図', url: 'https://stars.example/map' };
async function upload(name: PersonName, bytes: Buffer = PDF, mime = 'application/pdf'): Promise<string> {
  const sent = await sendFile(world, name, bytes, { purpose: 'class_material', mime });
  return (sent.body as { uploadId: string }).uploadId;
}
/** Adds a file as the professional; returns the material. */
async function addFile(classroomId: string, bytes: Buffer = PDF, mime = 'application/pdf') {
  const uploadId = await upload('professional', bytes, mime);
  return (await call('professional', classroomId).add({ kind: 'file', title: '星の一生', uploadId })).body;
}
const read = (caller: Caller, url: string, headers: Record<string, string> = {}) =>
  world.app.inject({
    method: 'GET',
    url,
    headers: {
      ...(caller === 'unauthenticated' ? {} : { authorization: `Bearer ${world.tokens[caller]}` }),
      ...headers,
    },
  });
const hosted = () => insertClassroom(world.db, { host_id: person('professional') });
/** Inserts a live room of the professional with otherAdult as co-host and the usual users. */
async function room(given: Partial<Parameters<typeof insertLiveRoom>[1]> = {}): Promise<string> {
  const id = await insertLiveRoom(world.db, { host_id: person('professional'), ...given }, world.clock.now());
  await insertParticipant(world.db, id, person('otherAdult'), { role: 'co_host' });
  for (const name of ['adult', 'child', 'school'] as const) await insertParticipant(world.db, id, person(name));
  await insertParticipant(world.db, id, person('anonymous'), { role: 'listener', anonymous_id: person('anonymous') });
  return id;
}
async function end(id: string): Promise<void> {
  await world.db
    .updateTable('classrooms')
    .set({ state: 'ended', ended_at: world.clock.now() })
    .where('id', '=', id)
    .execute();
}

describe('adding', () => {
  it.each(['scheduled', 'live', 'ended'] as const)('takes files and links of a class that is %s', async (state) => {
    const id = await insertClassroom(world.db, { host_id: person('professional'), state });
    const file = await addFile(id);
    expect(file).toMatchObject({ kind: 'pdf', title: '星の一生', size: PDF.length });
    expect((await call('professional', id).add(link)).body).toMatchObject({ ...link, size: null });
    expect((await call('professional', id).list()).body).toMatchObject({ total: 2, canRead: true });
    expect((await world.as('anonymous').get(`/classrooms/${id}`)).body).toMatchObject({ hasMaterials: true });
    expect(codeOf(await call('professional', id, file.id).rename('星の死'))).toBe('200');
    expect((await call('professional', id).list()).body.items[0].title).toBe('星の死');
  });

  it.each<[string, Caller, object, string]>([
    ['a participant', 'adult', link, '403 role_required'],
    ['an outsider', 'student', link, '403 role_required'],
    ['a script as a link', 'professional', { ...link, url: 'javascript:alert(1)' }, '422 invalid'],
    ['a link with a password', 'professional', { ...link, url: 'https://me:secret@stars.example/' }, '422 invalid'],
    ['a material without a name', 'professional', { ...link, title: ' ' }, '422 invalid'],
    ['an unknown file', 'professional', { kind: 'file', title: 'a', uploadId: 'upl_none' }, '422 invalid'],
  ])('refuses %s', async (_what, caller, body, code) => {
    expect(codeOf(await call(caller, await room()).add(body))).toBe(code);
  });

  it('lets a co-host add, and refuses the file of somebody else, of another purpose, and the same one twice', async () => {
    const id = await room();
    const own = await upload('otherAdult');
    const add = (uploadId: string) => call('otherAdult', id).add({ kind: 'file', title: 'a', uploadId });
    expect(codeOf(await add(await upload('professional')))).toBe('422 invalid');
    const avatar = await sendFile(world, 'otherAdult', await aPicture(), { purpose: 'avatar', mime: 'image/png' });
    expect(codeOf(await add((avatar.body as { uploadId: string }).uploadId))).toBe('422 invalid');
    expect(codeOf(await add(own))).toBe('201');
    expect(codeOf(await add(own))).toBe('409 conflict');
  });

  it('refuses a cancelled class', async () => {
    const id = await insertClassroom(world.db, { host_id: person('professional'), state: 'cancelled' });
    expect(codeOf(await call('professional', id).add(link))).toBe('410 ended');
  });

  it('takes the 10th file of two that come at once, and as many links', async () => {
    const id = await hosted();
    for (let file = 1; file < MAX_MATERIAL_FILES; file += 1)
      await insertPdf(world.db, person('professional'), { classroom_id: id });
    for (let number = 1; number < MAX_MATERIAL_LINKS; number += 1) await insertMaterial(world.db, { classroom_id: id });
    const uploads = [await upload('professional'), await upload('professional')];
    const both = await Promise.all(
      uploads.map((uploadId) => call('professional', id).add({ kind: 'file', title: 'a', uploadId })),
    );
    expect(both.map(codeOf).sort()).toEqual(['201', '409 conflict']);
    expect(
      (await Promise.all([link, link].map((body) => call('professional', id).add(body)))).map(codeOf).sort(),
    ).toEqual(['201', '409 conflict']);
  });
});

describe('a file', () => {
  it('may have 20 MB', async () => {
    const announce = (size: number) =>
      world.as('professional').post('/uploads', { purpose: 'class_material', mime: 'application/pdf', size });
    expect(codeOf(await announce(MAX_MATERIAL_BYTES))).toBe('201');
    expect(codeOf(await announce(MAX_MATERIAL_BYTES + 1))).toBe('413 too_large');
  });

  it.each([
    ['HTML named as a PDF', Buffer.from('<script>alert(1)</script>'), 'application/pdf'],
    [
      'a drawing with scripts named as a picture',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'image/png',
    ],
  ])('is refused as %s', async (_what, bytes, mime) => {
    expect(codeOf(await sendFile(world, 'professional', bytes, { purpose: 'class_material', mime }))).toBe(
      '415 unsupported_type',
    );
  });

  it('is what its content says, whatever was announced', async () => {
    const id = await hosted();
    expect((await addFile(id, await aPicture(), 'application/pdf')).kind).toBe('image');
    expect((await addFile(id, PDF, 'image/png')).kind).toBe('pdf');
  });

  it('is served with its type alone, in a sandbox, a picture without metadata and a PDF to be saved', async () => {
    const id = await hosted();
    const picture = await read('professional', (await addFile(id, await aPlainPicture(4000, 2000), 'image/png')).url);
    expect(picture.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-cache',
    });
    expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ width: 3200, height: 1600 });
    const { url } = await addFile(id);
    const pdf = await read('professional', url);
    expect(pdf.rawPayload).toEqual(PDF);
    expect(pdf.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('星の一生.pdf')}`,
    });
    const again = { 'if-none-match': String(pdf.headers.etag) };
    expect((await read('professional', url, again)).statusCode).toBe(304);
    expect((await read('student', url, again)).statusCode).toBe(404);
  });

  it('is gone with its material, also from the stage', async () => {
    const id = await room();
    const { id: materialId, url } = await addFile(id);
    await call('professional', id, materialId).present({ text: 'はじめに' });
    const [{ id: uploadId }] = (await world.db.selectFrom('uploads').select('id').execute()) as [{ id: string }];
    expect(codeOf(await call('adult', id, materialId).delete())).toBe('403 role_required');
    expect(codeOf(await call('otherAdult', id, materialId).delete())).toBe('204');
    expect((await read('professional', url)).statusCode).toBe(404);
    for (const table of ['classroom_materials', 'classroom_presentations', 'presented_pages'] as const)
      expect(await world.db.selectFrom(table).selectAll().execute()).toEqual([]);
    const storage = createStorage(world.env.storageUrl);
    // After the answer.
    while ((await storage.get(`class_material/${uploadId}`)) !== null) await setImmediate();
    expect(codeOf(await call('professional', id, materialId).delete())).toBe('404 not_found');
  });
});

describe('reading', () => {
  const readers: Caller[] = [
    'unauthenticated',
    'anonymous',
    'student',
    'adult',
    'child',
    'school',
    'otherAdult',
    'professional',
  ];
  /** Those who read a file of the class; the list must say the same of them. */
  async function readersOf(id: string): Promise<Caller[]> {
    const { url } = await addFile(id);
    const found: Caller[] = [];
    for (const caller of readers) {
      const isRead = (await read(caller, url)).statusCode === 200;
      const { status, body } = await call(caller, id).list();
      expect([caller, status === 200 && body.canRead, body.items?.length > 0]).toEqual([caller, isRead, isRead]);
      if (isRead) found.push(caller);
    }
    return found;
  }

  it('is for those with a reservation before the class, and the number for everybody', async () => {
    const id = await hosted();
    await insertReservation(world.db, id, person('student'));
    expect(await readersOf(id)).toEqual(['student', 'professional']);
    expect((await call('adult', id).list()).body).toEqual({ items: [], total: 1, canRead: false });
  });

  it('is for everybody in the room during the class, visitors and children too, and not for who waits for it', async () => {
    const id = await room();
    await insertParticipant(world.db, id, person('student'), { joined_at: null, present_since: null });
    expect(await readersOf(id)).toEqual(['anonymous', 'adult', 'child', 'school', 'otherAdult', 'professional']);
  });

  it('ends for who is removed, and for who reserved and did not come', async () => {
    const id = await room();
    await insertReservation(world.db, id, person('student'));
    await world.db
      .updateTable('classroom_users')
      .set({ kicked_at: world.clock.now() })
      .where('user_id', '=', person('adult'))
      .execute();
    await end(id);
    expect(await readersOf(id)).toEqual(['anonymous', 'child', 'school', 'otherAdult', 'professional']);
    expect(codeOf(await call('adult', id).list())).toBe('403 kicked');
  });

  it.each([
    ['public', ['unauthenticated', 'anonymous', 'student', 'adult', 'child', 'school', 'otherAdult', 'professional']],
    ['signed_in', ['anonymous', 'student', 'adult', 'child', 'school', 'otherAdult', 'professional']],
    ['subscriber', ['anonymous', 'adult', 'child', 'school', 'otherAdult', 'professional']],
  ] as const)('is after the class also for who may watch an archive that is %s', async (access, expected) => {
    const id = await room();
    await end(id);
    await insertArchive(world, { source_id: id, access });
    expect(await readersOf(id)).toEqual(expected);
  });

  it('is for the ticket holders of an event, and not for who gave theirs back', async () => {
    const eventId = await insertEvent(world.db, { organizer_id: person('professional') });
    const ticketTypeId = await insertTicketType(world.db, { event_id: eventId });
    const id = await insertClassroom(world.db, {
      host_id: person('professional'),
      event_id: eventId,
      private_mode: true,
      private_key: null,
      audience_mode: true,
    });
    for (const [name, state] of [
      ['student', 'confirmed'],
      ['adult', 'cancelled'],
    ] as const)
      await insertParticipation(world.db, {
        event_id: eventId,
        ticket_type_id: ticketTypeId,
        user_id: person(name),
        state,
      });
    const { url } = await addFile(id);
    expect((await read('student', url)).statusCode).toBe(200);
    expect((await read('adult', url)).statusCode).toBe(404);
    // The page of the event says how many there are.
    expect(await call('adult', id).list()).toMatchObject({ body: { items: [], total: 1, canRead: false } });
  });

  it('is not for whom a school separates from the host, even with the reservation of before', async () => {
    const id = await hosted();
    const { url } = await addFile(id);
    await insertReservation(world.db, id, person('school'));
    expect((await read('school', url)).statusCode).toBe(200);
    const separate = (isOn: boolean) =>
      world.db.updateTable('partner_schools').set({ classmates_only: isOn }).where('id', '=', testSchool.id).execute();
    await separate(true);
    expect((await read('school', url)).statusCode).toBe(404);
    expect(codeOf(await call('school', id).list())).toBe('404 not_found');
    await separate(false);
  });
});

describe('presenting', () => {
  const shown = () =>
    world.db
      .selectFrom('classroom_presentations')
      .select(['page', 'page_count', 'user_id', 'may_look_ahead'])
      .execute();

  it('shows the pages that the presenter turns to, and keeps each with its time', async () => {
    const id = await room();
    const pdf = await insertPdf(world.db, person('professional'), { classroom_id: id });
    const { present, stop } = call('otherAdult', id, pdf);
    expect(codeOf(await present({ text: 'はじめに\n星' }))).toBe('204');
    expect(codeOf(await present({ page: 2, mayLookAhead: true }))).toBe('204');
    expect(codeOf(await present({ page: 2, mayLookAhead: false }))).toBe('204');
    expect(await shown()).toEqual([{ page: 2, page_count: 3, user_id: person('otherAdult'), may_look_ahead: false }]);
    const pages = await world.db.selectFrom('presented_pages').select(['page', 'body']).orderBy('shown_at').execute();
    expect(pages).toEqual([
      { page: 1, body: 'はじめに\n星' },
      { page: 2, body: '' },
    ]);
    expect(codeOf(await call('professional', id, pdf).present())).toBe('409 conflict');
    expect(codeOf(await stop())).toBe('204');
    expect(codeOf(await call('professional', id, pdf).present())).toBe('204');
    expect(codeOf(await stop())).toBe('204');
    expect(await shown()).toEqual([]);
  });

  it.each<[string, Caller, object, string]>([
    ['a participant', 'adult', {}, '403 role_required'],
    ['a page that there is not', 'professional', { page: 4 }, '422 invalid'],
    ['a material of another class', 'professional', { materialId: 'mat_none' }, '404 not_found'],
  ])('refuses %s', async (_what, caller, given, code) => {
    const id = await room();
    const pdf = await insertPdf(world.db, person('professional'), { classroom_id: id });
    expect(codeOf(await call(caller, id, pdf).present(given))).toBe(code);
  });

  it('refuses links, a host who is not in the room, and a class that is over', async () => {
    const id = await room();
    const pdf = await insertPdf(world.db, person('professional'), { classroom_id: id });
    const other = await insertMaterial(world.db, { classroom_id: id });
    expect(codeOf(await call('professional', id, other).present())).toBe('404 not_found');
    await world.db
      .updateTable('classroom_users')
      .set({ left_at: world.clock.now() })
      .where('user_id', '=', person('professional'))
      .execute();
    expect(codeOf(await call('professional', id, pdf).present())).toBe('409 not_joined');
    await end(id);
    expect(codeOf(await call('otherAdult', id, pdf).present())).toBe('410 ended');
  });
});

describe('in the archive', () => {
  it('lists the pages at their time in the video, after a cut, for who may watch', async () => {
    const id = await room();
    const pdf = await insertPdf(world.db, person('professional'), { classroom_id: id });
    const start = world.clock.now();
    const span = { classroom_id: id, started_at: addMinutes(start, 1), ended_at: addMinutes(start, 11) };
    await world.db
      .insertInto('recording_spans')
      .values({ id: 'spn_1', ...span })
      .execute();
    for (const [page, minutes] of [
      [1, 0],
      [2, 0.5],
      [3, 6],
      [4, 30],
    ] as const)
      await world.db
        .insertInto('presented_pages')
        .values({
          id: `pag_${page}`,
          classroom_id: id,
          material_id: pdf,
          page,
          body: `ページ${page}`,
          shown_at: addMinutes(start, minutes),
        })
        .execute();
    await end(id);
    const archive = await insertArchive(world, {
      source_id: id,
      access: 'signed_in',
      cut_start: 60,
      duration_seconds: 480,
    });
    const { body } = await world.as('student').get(`/archives/${archive}/materials`);
    expect(body.items).toHaveLength(1);
    expect(body.pages).toEqual([
      { at: 0, materialId: pdf, title: '星の一生', page: 2, text: 'ページ2' },
      { at: 240, materialId: pdf, title: '星の一生', page: 3, text: 'ページ3' },
    ]);
    expect((await world.as('unauthenticated').get(`/archives/${archive}/materials`)).body).toEqual({
      items: [],
      pages: [],
    });
    expect(codeOf(await world.as('student').get('/archives/arc_none/materials'))).toBe('404 not_found');
  });
});
