import { addMinutes } from 'date-fns';

import { organizing } from '../../../testing/events';
import { clearContent, insertCategories, insertParticipation, insertTicketType } from '../../../testing/rows';
import { startTestApp, type TestApp } from '../../../testing/start-test-app';
import { csvLine } from './participants-csv';

let world: TestApp;
let o: ReturnType<typeof organizing>;
beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
  o = organizing(world);
});
afterEach(() => clearContent(world.db));
afterAll(() => world.close());

const at = (minutes: number) => addMinutes(world.clock.now(), minutes);

interface Someone {
  user_id?: string;
  guest_email?: string;
  state?:
    | 'confirmed'
    | 'joined'
    | 'waitlisted'
    | 'pending_payment'
    | 'held'
    | 'offered'
    | 'refunded'
    | 'refund_pending'
    | 'expired';
  amount?: number;
  confirmed_at?: Date;
  created_at?: Date;
  ticket_type_id?: string;
}

/** Inserts an event with these participations, oldest first. */
async function eventWith(people: readonly Someone[]) {
  const id = await o.published();
  const ticket = await insertTicketType(world.db, { event_id: id, name: '早割', price: 1500, quota: 100 });
  for (const [index, person] of people.entries())
    await insertParticipation(world.db, {
      event_id: id,
      ticket_type_id: ticket,
      created_at: at(index - 1000),
      amount: 1500,
      ...person,
    });
  return { id, ticket };
}

const list = async (id: string, query = '') => (await o.organizer().get(`/org/events/${id}/participants${query}`)).body;
const csv = async (id: string) => {
  const answer = await world.app.inject({
    method: 'GET',
    url: `/v1/org/events/${id}/participants.csv`,
    headers: { authorization: `Bearer ${world.tokens.professional}` },
  });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  return answer.body;
};

describe('the participant list', () => {
  it('shows users by name and guests by address, in every state, latest first', async () => {
    const { id, ticket } = await eventWith([
      { user_id: world.people.adult },
      { guest_email: 'haruka@example.jp', state: 'pending_payment' },
      { user_id: world.people.student, state: 'refunded', amount: 1200 },
    ]);
    const { items, totalCount } = await list(id);
    expect(totalCount).toBe(3);
    expect(items).toMatchObject([
      { user: { nickname: '学生' }, guestEmail: null, state: 'refunded', amount: 1200 },
      { user: null, guestEmail: 'haruka@example.jp', state: 'pending_payment' },
      { user: { nickname: '大人' }, ticketTypeId: ticket, ticketName: '早割', state: 'confirmed', amount: 1500 },
    ]);
    expect(JSON.stringify(items)).not.toContain('adult@example.test');
  });

  it('is paginated, with each participation once', async () => {
    const { id } = await eventWith(Array.from({ length: 5 }, (_, index) => ({ guest_email: `g${index}@example.jp` })));
    const first = await list(id, '?limit=3');
    const second = await list(id, `?limit=3&cursor=${first.nextCursor}`);
    expect([...first.items, ...second.items].map(({ guestEmail }: { guestEmail: string }) => guestEmail)).toEqual(
      [4, 3, 2, 1, 0].map((index) => `g${index}@example.jp`),
    );
    expect(second.nextCursor).toBeNull();
  });

  it.each([
    ['part of a name', `?q=${encodeURIComponent('学')}`, ['学生']],
    ['another spelling of a name', `?q=${encodeURIComponent('學\u{e0100}')}`, ['学生']],
    ['part of an address, in any case', '?q=HARUKA', ['haruka@example.jp']],
    ['an SQL wildcard character', '?q=%25', []],
    ['a state', '?state=waitlisted', ['学生']],
    ['nothing', '?q=', ['haruka@example.jp', '学生', '大人']],
  ])('is filtered by %s', async (_what, query, expected) => {
    const { id } = await eventWith([
      { user_id: world.people.adult },
      { user_id: world.people.student, state: 'waitlisted' },
      { guest_email: 'haruka@example.jp' },
    ]);
    const { items, totalCount } = await list(id, query);
    expect(
      items.map(
        (item: { user: { nickname: string } | null; guestEmail: string }) => item.user?.nickname ?? item.guestEmail,
      ),
    ).toEqual(expected);
    expect(totalCount).toBe(expected.length);
  });

  it('shows no name of a withdrawn user', async () => {
    const { id } = await eventWith([{ user_id: world.people.withdrawn }]);
    expect((await list(id)).items).toMatchObject([{ user: null, guestEmail: null }]);
    expect((await list(id, `?q=${encodeURIComponent('退会')}`)).items).toEqual([]);
    expect(await csv(id)).toContain('退会したユーザー');
  });
});

describe('the participants file', () => {
  it('is UTF-8 with a byte order mark, in RFC 4180, with times in Japan', async () => {
    const { id } = await eventWith([{ user_id: world.people.adult, created_at: new Date('2026-11-21T09:02:00Z') }]);
    expect(await csv(id)).toBe(
      '\uFEFF名前,メールアドレス,チケット,状態,申し込み,お支払い,お支払い方法,受付\r\n大人,,早割,申込済み,2026/11/21 18:02,1500,,\r\n',
    );
  });

  const participant = {
    id: 'par_1',
    user: null,
    guestEmail: 'g@example.jp',
    companion: null,
    further: { seats: 0, amount: 0 },
    ticketTypeId: 'tkt_1',
    ticketName: '一般',
    route: 'general',
    state: 'confirmed',
    amount: 0,
    paymentMethod: 'konbini',
    cancelReason: null,
    createdAt: '2026-11-21T15:00:00.000Z',
    confirmedAt: null,
    cancelledAt: null,
    checkedInAt: null,
  } as const;

  it.each([
    ['=1+1', "'=1+1"],
    ['+81', "'+81"],
    ['-5', "'-5"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['＝1+1', "'＝1+1"],
    ['a,b', '"a,b"'],
    ['a"b', '"a""b"'],
    ['a\nb', '"a\nb"'],
    ['=cmd|"/c calc"', '"\'=cmd|""/c calc"""'],
  ])('writes %j as %j, with no formulas and no split cells', (name, expected) => {
    expect(csvLine({ ...participant, ticketName: name })).toBe(
      `,g@example.jp,${expected},申込済み,2026/11/22 00:00,0,コンビニ,\r\n`,
    );
  });

  it('contains everyone, however many database pages there are', async () => {
    const { id, ticket } = await eventWith([]);
    await world.db
      .insertInto('participations')
      .values(
        Array.from({ length: 1201 }, (_, index) => ({
          id: `par_${String(index).padStart(5, '0')}`,
          event_id: id,
          ticket_type_id: ticket,
          user_id: null,
          guest_email: `g${index}@example.jp`,
          route: 'general' as const,
          state: 'confirmed' as const,
          payment_intent_id: null,
          amount: 0,
          // Many rows with the same time: ids decide the order, and none is skipped or repeated.
          created_at: new Date(1_700_000_000_000),
        })),
      )
      .execute();
    const lines = (await csv(id)).split('\r\n').slice(1, -1);
    expect(new Set(lines.map((line) => line.split(',')[1])).size).toBe(1201);
    expect(lines).toHaveLength(1201);
  });

  it.each([
    ['unauthenticated', 401],
    ['anonymous', 401],
    ['adult', 404],
    ['student', 404],
    ['child', 403],
    ['school', 403],
  ] as const)('is refused to %s', async (caller, status) => {
    const { id } = await eventWith([]);
    expect((await world.as(caller).get(`/org/events/${id}/participants.csv`)).status).toBe(status);
  });
});

describe("an organizer's sales", () => {
  it('cover the last twelve months in Japan, without refunds and other organizers', async () => {
    world.clock.set(new Date('2026-11-22T00:00:00.000Z'));
    await eventWith([
      { user_id: world.people.adult, state: 'confirmed', confirmed_at: new Date('2026-10-31T15:00:00.000Z') },
      { user_id: world.people.student, state: 'joined', confirmed_at: new Date('2026-10-31T14:59:59.000Z') },
      { guest_email: 'a@example.jp', state: 'refunded', confirmed_at: new Date('2026-11-02T00:00:00.000Z') },
      { guest_email: 'b@example.jp', state: 'confirmed', confirmed_at: new Date('2025-11-30T00:00:00.000Z') },
    ]);
    const { months } = (await o.organizer().get('/org/sales')).body;
    expect(months).toHaveLength(12);
    expect(months[0]).toEqual({ month: '2025-12', applications: 0, gross: 0, net: 0 });
    expect(months.slice(-2)).toEqual([
      { month: '2026-10', applications: 1, gross: 1500, net: 1446 },
      { month: '2026-11', applications: 1, gross: 1500, net: 1446 },
    ]);
  });
});

describe("an event's sales", () => {
  it('are computed from the participations; the fee is rounded down per ticket', async () => {
    const { id, ticket } = await eventWith([
      { user_id: world.people.adult, amount: 999, confirmed_at: new Date('2026-11-20T14:59:00Z') },
      { user_id: world.people.student, amount: 999, state: 'joined', confirmed_at: new Date('2026-11-20T15:00:00Z') },
      { guest_email: 'a@example.jp', amount: 0, confirmed_at: new Date('2026-11-21T01:00:00Z') },
      { guest_email: 'b@example.jp', state: 'pending_payment' },
      { guest_email: 'c@example.jp', state: 'held' },
      { guest_email: 'd@example.jp', state: 'offered' },
      { guest_email: 'e@example.jp', state: 'waitlisted', amount: 0 },
      { guest_email: 'f@example.jp', state: 'refund_pending', amount: 700 },
      { guest_email: 'g@example.jp', state: 'refunded', amount: 300 },
      { guest_email: 'h@example.jp', state: 'expired' },
    ]);
    const { body } = await o.organizer().get(`/org/events/${id}/sales`);
    expect(body).toMatchObject({
      applications: 3,
      paid: 2,
      seats: 200,
      gross: 1998,
      fee: 70,
      net: 1928,
      feePercent: 3.6,
      refunded: 1000,
      waitlisted: 1,
      pendingPayment: 1,
      held: 2,
      perDay: [
        { day: '2026-11-20', applications: 1, gross: 999 },
        { day: '2026-11-21', applications: 2, gross: 999 },
      ],
    });
    expect(body.perTicket).toContainEqual({
      ticketTypeId: ticket,
      name: '早割',
      quota: 100,
      sold: 3,
      held: 3,
      waitlisted: 1,
      gross: 1998,
    });
  });

  it('have no number of seats when a ticket is unlimited', async () => {
    const { id } = await eventWith([]);
    await o.addTicket(id, { quota: null });
    expect((await o.organizer().get(`/org/events/${id}/sales`)).body).toMatchObject({
      seats: null,
      gross: 0,
      net: 0,
      perDay: [],
    });
  });

  it('use the fee from the configuration', async () => {
    const other = await startTestApp({ env: { PLATFORM_FEE_PERCENT: '10' } });
    await insertCategories(other.db);
    const id = await organizing(other).published();
    const ticket = await insertTicketType(other.db, { event_id: id });
    await insertParticipation(other.db, {
      event_id: id,
      ticket_type_id: ticket,
      guest_email: 'a@example.jp',
      amount: 1505,
    });
    expect((await other.as('professional').get(`/org/events/${id}/sales`)).body).toMatchObject({
      gross: 1505,
      fee: 150,
      net: 1355,
    });
    await other.close();
  });
});
