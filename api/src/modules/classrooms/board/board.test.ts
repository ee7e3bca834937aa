import { MAX_BOARD_CHANGES, MAX_BOARD_ELEMENTS, MAX_BOARD_LENGTH } from '@manabiba/shared/contract/limits';
import { sql } from 'kysely';

import { aPicture } from '../../../testing/pictures';
import { clearContent, insertCategories, insertLiveRoom, insertParticipant } from '../../../testing/rows';
import { type Caller, startTestApp, type TestApp } from '../../../testing/start-test-app';
import { aBoardElement, aBoardText, insertBoard } from './testing/board-rows';

let world: TestApp;
beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
});
afterEach(() => clearContent(world.db));
afterAll(() => world.close());

const inside = ['adult', 'student', 'child', 'school', 'subscriber'] as const;
const codeOf = ({ status, body }: { status: number; body: { code?: string } | undefined }) =>
  body?.code ? `${status} ${body.code}` : `${status}`;

/** A live room of the professional, with otherAdult as co-host and the usual people in it. */
async function room(given: Partial<Parameters<typeof insertLiveRoom>[1]> = {}): Promise<string> {
  const id = await insertLiveRoom(world.db, { host_id: world.people.professional, ...given }, world.clock.now());
  await insertParticipant(world.db, id, world.people.otherAdult, { role: 'co_host' });
  for (const name of inside) await insertParticipant(world.db, id, world.people[name]);
  return id;
}
/** The same with an open board on which everyone draws. */
async function roomWithBoard(given: Partial<Parameters<typeof insertBoard>[1]> = {}): Promise<string> {
  const id = await room();
  await insertBoard(world.db, { classroom_id: id, ...given });
  return id;
}

const set = (caller: Caller, id: string, settings: object = {}) =>
  world.as(caller).put(`/classrooms/${id}/board`, { isOpen: true, access: 'everyone', drawerIds: [], ...settings });
async function draw(caller: Caller, id: string, elements: object[], epoch = 0) {
  // The pace has a test of its own.
  await world.db.deleteFrom('rate_limits').execute();
  return world.as(caller).post(`/classrooms/${id}/board/elements`, { epoch, elements });
}
const get = (caller: Caller, id: string) => world.as(caller).get(`/classrooms/${id}/board`);
const drawn = async (id: string): Promise<{ id: string; x: number }[]> => (await get('adult', id)).body.elements;
const idsOn = async (id: string) => (await drawn(id)).map((element) => element.id);

describe('updateClassroomBoard', () => {
  it.each([
    ['professional', '200'],
    ['otherAdult', '200'],
    ['adult', '403 role_required'],
    ['otherStudent', '403 role_required'],
    ['anonymous', '401 unauthenticated'],
  ] as [Caller, string][])('answers %s with %s', async (caller, expected) => {
    expect(codeOf(await set(caller, await room()))).toBe(expected);
  });

  it('names only people who have been in the room', async () => {
    const id = await room();
    const { student, otherStudent } = world.people;
    const { body } = await set('professional', id, {
      access: 'named',
      drawerIds: [student, otherStudent, 'unauthenticated'],
    });
    expect(body).toEqual({ isOpen: true, access: 'named', drawerIds: [student], epoch: 0, canRestore: false });
  });

  it('is refused before the class and after it', async () => {
    const id = await room({ state: 'ended', ended_at: world.clock.now() });
    expect(codeOf(await set('professional', id))).toBe('410 ended');
  });
});

describe('drawOnBoard', () => {
  it.each<[string, Caller, 'hosts' | 'named' | 'everyone', string]>([
    ['the host of a board for hosts', 'professional', 'hosts', '204'],
    ['a co-host', 'otherAdult', 'hosts', '204'],
    ['a participant', 'student', 'hosts', '403 role_required'],
    ['who is not named', 'student', 'named', '403 role_required'],
    ['who is named', 'adult', 'named', '204'],
    ['a minor where everyone draws', 'student', 'everyone', '204'],
    ['a pupil where everyone draws', 'school', 'everyone', '204'],
    ['a child where everyone draws', 'child', 'everyone', '403 age_restricted'],
    ['a visitor', 'anonymous', 'everyone', '401 unauthenticated'],
    ['who is not in the room', 'otherStudent', 'everyone', '409 not_joined'],
  ])('answers %s', async (_who, caller, access, expected) => {
    const id = await room();
    await set('professional', id, { access, drawerIds: [world.people.adult] });
    expect(codeOf(await draw(caller, id, [aBoardElement('a')]))).toBe(expected);
    expect(await idsOn(id)).toEqual(expected === '204' ? ['a'] : []);
  });

  it('is refused to whom the host has muted, and to pupils whose school lets nobody speak', async () => {
    const id = await roomWithBoard();
    await world.db
      .updateTable('classroom_users')
      .set({ muted_by_host: true })
      .where('user_id', '=', world.people.student)
      .execute();
    expect(codeOf(await draw('student', id, [aBoardElement('a')]))).toBe('403 role_required');
    await world.db.updateTable('partner_schools').set({ can_speak: false }).execute();
    try {
      expect(codeOf(await draw('school', id, [aBoardElement('a')]))).toBe('403 role_required');
    } finally {
      await world.db.updateTable('partner_schools').set({ can_speak: true }).execute();
    }
  });

  it('is refused as soon as the right is gone or the board is closed', async () => {
    const id = await roomWithBoard();
    expect(codeOf(await draw('student', id, [aBoardElement('a')]))).toBe('204');
    await set('professional', id, { access: 'hosts' });
    expect(codeOf(await draw('student', id, [aBoardElement('b')]))).toBe('403 role_required');
    await set('professional', id, { isOpen: false });
    expect(codeOf(await draw('professional', id, [aBoardElement('b')]))).toBe('409 conflict');
    expect(await idsOn(id)).toEqual(['a']);
  });

  it.each<[string, object]>([
    ['an image', { type: 'image', fileId: 'f', status: 'saved', scale: [1, 1] }],
    ['an embedded page', { type: 'embeddable' }],
    ['a frame', { type: 'frame', name: null }],
    ['a colour that is none', { strokeColor: 'url(https://example.com/x)' }],
    ['a place beyond the board', { x: 1e9 }],
    ['a size that is no number', { width: '10' }],
    ['an id with other characters', { id: '../x' }],
    ['an order with other characters', { index: 'あ' }],
    [
      'more points than a line has',
      { type: 'freedraw', points: Array(3001).fill([0, 0]), pressures: [], simulatePressure: true },
    ],
    ['a text without its fields', { type: 'text', text: 'あ' }],
    ['more words than a text has', aBoardText('あ'.repeat(2001))],
  ])('refuses %s', async (_what, given) => {
    const id = await roomWithBoard();
    expect(codeOf(await draw('student', id, [aBoardElement('a', given)]))).toBe('422 invalid');
    expect(await idsOn(id)).toEqual([]);
  });

  it('drops links and everything else that is not named', async () => {
    const id = await roomWithBoard();
    const extra = { link: 'https://example.com', customData: { html: '<b>' }, fileId: 'x', frameId: 'f' };
    await draw('student', id, [aBoardElement('a', extra)]);
    expect(await drawn(id)).toEqual([aBoardElement('a')]);
  });

  it('keeps the higher version, of two equal ones the lower nonce, whatever the order', async () => {
    const id = await roomWithBoard();
    await draw('student', id, [aBoardElement('a', { version: 3, x: 3 })]);
    await draw('adult', id, [aBoardElement('a', { version: 2, x: 2 })]);
    expect((await drawn(id))[0]?.x).toBe(3);
    await draw('adult', id, [aBoardElement('a', { version: 3, versionNonce: 101, x: 31 })]);
    expect((await drawn(id))[0]?.x).toBe(3);
    await draw('adult', id, [aBoardElement('a', { version: 3, versionNonce: 99, x: 32 })]);
    expect((await drawn(id))[0]?.x).toBe(32);
  });

  it('lets one of many changes at the same moment win, the same for everybody', async () => {
    const id = await roomWithBoard();
    await world.db.deleteFrom('rate_limits').execute();
    const answers = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((version) =>
        world
          .as(version % 2 === 0 ? 'student' : 'adult')
          .post(`/classrooms/${id}/board/elements`, {
            epoch: 0,
            elements: [aBoardElement('b'), aBoardElement('a', { version, x: version })].slice(version % 2),
          }),
      ),
    );
    expect(answers.map(codeOf)).toEqual(Array(6).fill('204'));
    expect((await drawn(id)).find((element) => element.id === 'a')?.x).toBe(6);
  });

  it('lets no older change bring an erased element back, but an undo', async () => {
    const id = await roomWithBoard();
    await draw('student', id, [aBoardElement('a'), aBoardElement('b')]);
    await draw('adult', id, [{ id: 'a', version: 2, versionNonce: 1, isDeleted: true }]);
    await draw('student', id, [aBoardElement('a', { version: 2, versionNonce: 5 })]);
    expect(await idsOn(id)).toEqual(['b']);
    await draw('student', id, [aBoardElement('a', { version: 3 })]);
    expect(await idsOn(id)).toEqual(['a', 'b']);
  });

  it('limits the changes of a call, the elements, and their size, but erasing is possible', async () => {
    const id = await roomWithBoard();
    const many = Array.from({ length: MAX_BOARD_CHANGES + 1 }, (_, index) => aBoardElement(`m${index}`));
    const refused = await draw('student', id, many);
    expect(refused).toMatchObject({ status: 422, body: { fields: { elements: '一度に送れる量を超えています。' } } });
    await draw('student', id, [aBoardElement('a')]);
    await sql`insert into classroom_board_elements select classroom_id, 'x' || n, epoch, 1, 1, position, element, length, user_id, updated_at
      from classroom_board_elements, generate_series(2, ${MAX_BOARD_ELEMENTS}::int) n`.execute(world.db);
    expect(await draw('student', id, [aBoardElement('b')])).toMatchObject({
      status: 409,
      body: { code: 'full', error: 'ボードがいっぱいです。要らないものを消してから描いてください。' },
    });
    expect(codeOf(await draw('student', id, [{ id: 'a', version: 2, versionNonce: 1, isDeleted: true }]))).toBe('204');
    expect(codeOf(await draw('student', id, [aBoardElement('b')]))).toBe('204');
    await world.db
      .updateTable('classroom_board_elements')
      .set({ length: MAX_BOARD_LENGTH })
      .where('id', '=', 'x2')
      .execute();
    expect(codeOf(await draw('student', id, [aBoardElement('c')]))).toBe('409 full');
  });

  it('limits the pace of each person, and does not count as a write', async () => {
    const id = await roomWithBoard();
    await world.db.deleteFrom('rate_limits').execute();
    const send = (caller: Caller) =>
      world.as(caller).post(`/classrooms/${id}/board/elements`, { epoch: 0, elements: [aBoardElement('a')] });
    for (let calls = 0; calls < 16; calls += 1) expect(codeOf(await send('student'))).toBe('204');
    expect(codeOf(await send('student'))).toBe('429 rate_limited');
    expect(codeOf(await send('adult'))).toBe('204');
    const buckets = await world.db.selectFrom('rate_limits').select('bucket').execute();
    expect(buckets.map(({ bucket }) => bucket.split(':')[0])).toEqual(['board', 'board']);
  });
});

describe('clearing', () => {
  const clear = (caller: Caller, id: string, epoch = 0) =>
    world.as(caller).post(`/classrooms/${id}/board/clear`, { epoch });
  const restore = (caller: Caller, id: string) => world.as(caller).post(`/classrooms/${id}/board/restore`);

  it('erases everything for everybody, and refuses what was drawn on the board before', async () => {
    const id = await roomWithBoard();
    await draw('student', id, [aBoardElement('a')]);
    expect((await clear('professional', id)).body).toMatchObject({ epoch: 1, canRestore: true });
    expect(await idsOn(id)).toEqual([]);
    expect(codeOf(await draw('student', id, [aBoardElement('a', { version: 9 })]))).toBe('409 conflict');
    expect(codeOf(await clear('professional', id))).toBe('409 conflict');
    expect(codeOf(await clear('adult', id, 1))).toBe('403 role_required');
  });

  it('can be undone beside what was drawn since, until the next clearing', async () => {
    const id = await roomWithBoard();
    await draw('student', id, [aBoardElement('a'), aBoardElement('b')]);
    await clear('professional', id);
    await draw('student', id, [aBoardElement('c')], 1);
    expect(codeOf(await restore('adult', id))).toBe('403 role_required');
    expect((await restore('otherAdult', id)).body).toMatchObject({ epoch: 1, canRestore: false });
    expect(await idsOn(id)).toEqual(['a', 'b', 'c']);
    expect(codeOf(await restore('professional', id))).toBe('409 conflict');
    await clear('professional', id, 1);
    await clear('professional', id, 2);
    expect(codeOf(await restore('professional', id))).toBe('409 conflict');
  });
});

describe('reading', () => {
  it('is for those who have been in the room, also after the class', async () => {
    const id = await roomWithBoard();
    await draw('student', id, [aBoardElement('a')]);
    await world.db
      .updateTable('classrooms')
      .set({ state: 'ended', ended_at: world.clock.now() })
      .where('id', '=', id)
      .execute();
    expect(codeOf(await draw('student', id, [aBoardElement('b')]))).toBe('410 ended');
    expect((await get('student', id)).body).toMatchObject({ board: { isOpen: false }, elements: [{ id: 'a' }] });
    expect(codeOf(await get('otherStudent', id))).toBe('403 role_required');
    expect((await get('professional', await room())).body).toMatchObject({ board: { isOpen: false }, elements: [] });
  });
});

describe('saveBoardPicture', () => {
  const save = (caller: Caller, id: string, bytes: Buffer) =>
    world.as(caller).post(`/classrooms/${id}/board/picture`, { image: bytes.toString('base64') });

  it('adds the picture to the materials of the class, also after its end', async () => {
    const id = await roomWithBoard();
    const png = await aPicture('png');
    expect(codeOf(await save('otherAdult', id, png))).toBe('201');
    await world.db
      .updateTable('classrooms')
      .set({ state: 'ended', ended_at: world.clock.now() })
      .where('id', '=', id)
      .execute();
    expect(codeOf(await save('professional', id, png))).toBe('201');
    const { items } = (await world.as('adult').get(`/classrooms/${id}/materials`)).body;
    expect(items).toMatchObject([{ kind: 'image', title: 'ホワイトボード' }, { kind: 'image' }]);
  });

  it('is refused to participants, and to what is no PNG by its content', async () => {
    const id = await roomWithBoard();
    const png = await aPicture('png');
    expect(codeOf(await save('adult', id, png))).toBe('403 role_required');
    expect(codeOf(await save('professional', id, await aPicture('jpeg')))).toBe('422 invalid');
    expect(codeOf(await save('professional', id, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')))).toBe(
      '422 invalid',
    );
    expect(codeOf(await save('professional', id, png.subarray(0, 40)))).toMatch(/^4(15|22) /);
  });
});

describe('reportClassroomBoard', () => {
  const report = (caller: Caller, id: string) =>
    world.as(caller).post(`/classrooms/${id}/board/report`, { reason: 'abuse', detail: 'ひどい絵です。' });

  it('keeps what is drawn and by whom, which the staff sees', async () => {
    const id = await roomWithBoard();
    await draw('student', id, [aBoardElement('a', aBoardText('ばか')), aBoardElement('b')]);
    expect(codeOf(await report('adult', id))).toBe('201');
    expect(codeOf(await report('adult', id))).toBe('200');
    await world.as('professional').post(`/classrooms/${id}/board/clear`, { epoch: 0 });
    const filed = await world.db.selectFrom('board_reports').select('evidence').executeTakeFirstOrThrow();
    expect(filed.evidence).toMatchObject({
      comments: [{ id: 'a', userId: world.people.student, body: 'ばか' }, { body: '線や図形 1個' }],
      drawing: { elements: [{ userId: world.people.student }, { element: { id: 'b' } }] },
    });
    const { items } = (await world.as('staff').get('/staff/reports')).body;
    const seen = (await world.as('staff').get(`/staff/reports/${items[0].id}`)).body;
    expect(seen).toMatchObject({
      kind: 'board',
      comments: [{ body: 'ばか', author: { id: world.people.student } }, { body: '線や図形 1個' }],
      seal: { isIntact: true },
    });
  });

  it('lets the staff clear the board for good, also after the class', async () => {
    const id = await roomWithBoard();
    await draw('student', id, [aBoardElement('a')]);
    await world.as('professional').post(`/classrooms/${id}/board/clear`, { epoch: 0 });
    await draw('student', id, [aBoardElement('b')], 1);
    await report('adult', id);
    await world.db.updateTable('classrooms').set({ state: 'ended' }).where('id', '=', id).execute();
    const { items } = (await world.as('staff').get('/staff/reports')).body;
    const decide = (decision: string) =>
      world.as('staff').post(`/staff/reports/${items.at(-1).id}/decision`, { decision });
    expect(codeOf(await decide('delete_comment'))).toBe('422 invalid');
    expect(codeOf(await decide('clear_board'))).toBe('204');
    expect((await get('adult', id)).body).toMatchObject({ elements: [], board: { canRestore: false, epoch: 2 } });
  });

  it('is refused to whoever has not been in the room', async () => {
    expect(codeOf(await report('otherStudent', await roomWithBoard()))).toBe('403 role_required');
  });
});
