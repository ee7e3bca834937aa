import { nextMidnightInJapan } from '../../messages/job-map';
import { clearContent, insertCategories, insertClassroom } from '../../testing/rows';
import { type Caller, startTestApp, type TestApp } from '../../testing/start-test-app';
import { emailOf, type PersonName, testSchool } from '../../testing/test-people';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const setPerson = (name: PersonName, values: object) =>
  api.db.updateTable('users').set(values).where('id', '=', api.people[name]).execute();

describe('GET /me', () => {
  it.each<[PersonName, object]>([
    [
      'adult',
      {
        role: 'user',
        email: emailOf('adult'),
        state: 'active',
        isStudentAge: false,
        canCommunicateAge: true,
        isPartnerSchoolStudent: false,
        isProfessional: false,
        canCreateClassroom: true,
        isEventMember: false,
        guardianConsentNeeded: false,
        fromFirebase: { emailVerified: true },
      },
    ],
    ['student', { isStudentAge: true, canCommunicateAge: true }],
    ['child', { isStudentAge: true, canCommunicateAge: false, canBeFollowed: false, introduction: '子どもの自己紹介' }],
    [
      'school',
      {
        email: null,
        isPartnerSchoolStudent: true,
        partnerSchoolId: testSchool.id,
        guardianConsentNeeded: false,
        fromFirebase: { emailVerified: false },
      },
    ],
    ['professional', { role: 'professional', isProfessional: true }],
    ['staff', { role: 'staff', isProfessional: false }],
    ['subscriber', { isSubscribed: true }],
    ['unverified', { state: 'email_unverified', fromFirebase: { emailVerified: false } }],
    ['resubmit', { state: 'need_resubmit', resubmitReason: '写真が不鮮明です。' }],
    ['suspended', { state: 'suspended' }],
    ['withdrawn', { state: 'withdrawn' }],
  ])('returns the account data of %s', async (name, expected) => {
    expect(await api.as(name).get('/me')).toMatchObject({ status: 200, body: { id: api.people[name], ...expected } });
  });

  it('returns the id of a visitor, and answers 401 without a session', async () => {
    expect(await api.as('anonymous').get('/me')).toMatchObject({
      status: 200,
      body: { role: 'anonymous', id: api.people.anonymous },
    });
    expect(await api.as('unauthenticated').get('/me')).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated' },
    });
  });

  it('counts the notifications since the inbox was last opened', async () => {
    const row = (id: string, at: string) => ({
      id,
      user_id: api.people.adult,
      kind: 'management' as const,
      title: 'お知らせ',
      url: '/',
      created_at: at,
    });
    await api.db
      .insertInto('notifications')
      .values([
        row('ntf_1', '2026-01-01T00:00:00Z'),
        row('ntf_2', '2026-01-02T00:00:00Z'),
        row('ntf_3', '2026-01-03T00:00:00Z'),
      ])
      .execute();
    await setPerson('adult', { notifications_seen_at: '2026-01-01T00:00:00Z' });
    expect((await api.as('adult').get('/me')).body.unreadNotificationCount).toBe(2);
  });

  it('requires a guardian for users of 15 or younger without consent', async () => {
    await setPerson('child', { guardian_consent_at: null });
    expect((await api.as('child').get('/me')).body.guardianConsentNeeded).toBe(true);
    await setPerson('child', { guardian_consent_at: '2026-01-01T00:00:00Z' });
  });

  it('reports whether the school of a pupil allows creating classrooms', async () => {
    await api.db.updateTable('partner_schools').set({ can_create: false }).execute();
    expect((await api.as('school').get('/me')).body.canCreateClassroom).toBe(false);
    await api.db.updateTable('partner_schools').set({ can_create: true }).execute();
  });

  it('returns school and policies to its pupils only', async () => {
    await api.db.updateTable('partner_schools').set({ can_speak: false, classmates_only: true }).execute();
    expect((await api.as('school').get('/me')).body.partnerSchool).toEqual({
      name: testSchool.name,
      policy: { canCreate: true, canSpeak: false, classmatesOnly: true },
    });
    expect((await api.as('student').get('/me')).body.partnerSchool).toBeNull();
    await api.db.updateTable('partner_schools').set({ can_speak: true, classmates_only: false }).execute();
  });

  it('returns the state of guardian consent to users under 18', async () => {
    const consent = async (name: PersonName) => (await api.as(name).get('/me')).body.guardianConsent;
    await setPerson('child', { guardian_consent_at: null, guardian_email: null });
    expect(await consent('child')).toBe('missing');
    await setPerson('child', { guardian_email: 'hogosha@example.test' });
    expect(await consent('child')).toBe('asked');
    await setPerson('child', { guardian_consent_at: '2026-01-01T00:00:00Z' });
    expect(await consent('child')).toBe('given');
    expect(await consent('school')).toBeNull();
    expect(await consent('adult')).toBeNull();
  });

  it('changes ages at midnight in Japan', async () => {
    const own = await startTestApp({ now: '2026-11-21T14:59:59Z' });
    try {
      await own.db.updateTable('users').set({ birth_date: '2001-11-22' }).where('id', '=', own.people.adult).execute();
      await own.db.updateTable('users').set({ birth_date: '2013-11-22' }).where('id', '=', own.people.child).execute();
      const ages = async () => [
        (await own.as('adult').get('/me')).body.isStudentAge,
        (await own.as('child').get('/me')).body.canCommunicateAge,
      ];
      expect(await ages()).toEqual([true, false]);
      own.clock.advance(1000);
      expect(await ages()).toEqual([false, true]);
    } finally {
      await own.close();
    }
  });
});

describe('the daily rollover', () => {
  it('activates only users who turn 25 and owed documents as students', async () => {
    const own = await startTestApp({ now: '2026-11-21T14:59:59Z' });
    try {
      const set = (name: PersonName, values: object) =>
        own.db.updateTable('users').set(values).where('id', '=', own.people[name]).execute();
      const states = async () =>
        Promise.all(
          (['student', 'otherStudent', 'professional', 'resubmit'] as const).map(
            async (name) => (await own.as(name).get('/me')).body.state,
          ),
        );
      await set('student', { birth_date: '2001-11-22', state: 'documents_required' });
      await set('otherStudent', { birth_date: '2001-11-23', state: 'documents_required' });
      await set('professional', { birth_date: '1985-05-20', state: 'documents_required' });
      await set('resubmit', { birth_date: '2001-11-22' });
      await own.runJobs();
      expect(await states()).toEqual([
        'documents_required',
        'documents_required',
        'documents_required',
        'need_resubmit',
      ]);
      own.clock.advance(1000);
      await own.runJobs();
      expect(await states()).toEqual(['active', 'documents_required', 'documents_required', 'need_resubmit']);
    } finally {
      await own.close();
    }
  });

  it.each([
    ['2026-11-21T14:59:59.999Z', '2026-11-21T15:00:00.000Z'],
    ['2026-11-21T15:00:00.000Z', '2026-11-22T15:00:00.000Z'],
    ['2026-12-31T03:00:00.000Z', '2026-12-31T15:00:00.000Z'],
  ])('follows %s at %s', (now, expected) => {
    expect(nextMidnightInJapan(new Date(now)).toISOString()).toBe(expected);
  });
});

describe('GET /users/{id}', () => {
  const kinds: [Caller][] = [
    ['unauthenticated'],
    ['anonymous'],
    ['adult'],
    ['student'],
    ['child'],
    ['school'],
    ['professional'],
    ['staff'],
    ['subscriber'],
    ['unverified'],
    ['resubmit'],
  ];

  it.each(kinds)('returns a profile to %s', async (caller) => {
    const answer = await api.as(caller).get(`/users/${api.people.otherStudent}`);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        id: api.people.otherStudent,
        nickname: '別の学生',
        introduction: '別の学生の自己紹介',
        job: '会社員',
        canBeFollowed: caller !== 'child',
      },
    });
    expect(Object.keys(answer.body).sort()).toEqual([
      'avatarUrl',
      'canBeFollowed',
      'classroomCount',
      'createdAt',
      'followerCount',
      'followingCount',
      'id',
      'introduction',
      'isBlocked',
      'isFollowed',
      'isProfessional',
      'job',
      'nickname',
      'organisation',
      'rating',
    ]);
    expect(answer.body.organisation).toBeNull();
  });

  it('includes the organisation of a professional with its URL and categories', async () => {
    await api.db
      .updateTable('professionals')
      .set({ org_url: 'https://minato.example.jp' })
      .where('user_id', '=', api.people.professional)
      .execute();
    expect((await api.as('unauthenticated').get(`/users/${api.people.professional}`)).body.organisation).toEqual({
      orgName: 'まなび協会',
      orgUrl: 'https://minato.example.jp',
      categoryIds: [],
    });
  });

  it.each(kinds.filter(([caller]) => caller !== 'child'))(
    'shows %s only nickname and avatar of a user of 12 or younger',
    async (caller) => {
      await setPerson('child', {
        follower_count: 0,
        avatar_url: '/media/demo/child.svg',
        created_at: '2025-06-07T08:09:10Z',
      });
      expect(await api.as(caller).get(`/users/${api.people.child}`)).toMatchObject({
        status: 200,
        body: {
          id: api.people.child,
          nickname: '子ども',
          avatarUrl: '/media/demo/child.svg',
          introduction: '',
          job: '',
          isProfessional: false,
          followerCount: 0,
          followingCount: 0,
          isFollowed: false,
          canBeFollowed: false,
          createdAt: '2025-01-01T00:00:00.000Z',
          classroomCount: 0,
          isBlocked: false,
        },
      });
    },
  );

  it('lets users of 12 or younger follow professionals only', async () => {
    expect((await api.as('child').get(`/users/${api.people.professional}`)).body.canBeFollowed).toBe(true);
    expect((await api.as('child').get(`/users/${api.people.adult}`)).body.canBeFollowed).toBe(false);
  });

  it('returns whether the viewer follows the user, and rejects following oneself', async () => {
    await api.db
      .insertInto('follows')
      .values({ follower_id: api.people.adult, followee_id: api.people.professional })
      .execute();
    expect((await api.as('adult').get(`/users/${api.people.professional}`)).body.isFollowed).toBe(true);
    expect((await api.as('student').get(`/users/${api.people.professional}`)).body.isFollowed).toBe(false);
    expect((await api.as('adult').get(`/users/${api.people.adult}`)).body.canBeFollowed).toBe(false);
  });

  it('shows a block only to the blocker', async () => {
    const isBlocked = async (caller: Caller) =>
      (await api.as(caller).get(`/users/${api.people.professional}`)).body.isBlocked as boolean;
    await api.as('student').post(`/users/${api.people.professional}/block`);
    expect([
      await isBlocked('student'),
      await isBlocked('adult'),
      await isBlocked('anonymous'),
      await isBlocked('professional'),
    ]).toEqual([true, false, false, false]);
    await api.as('student').delete(`/users/${api.people.professional}/block`);
    expect(await isBlocked('student')).toBe(false);
  });

  it('counts public classrooms only', async () => {
    await insertCategories(api.db);
    for (const changes of [{}, { private_mode: true }, { state: 'cancelled' as const }])
      await insertClassroom(api.db, { host_id: api.people.professional, ...changes });
    expect((await api.as('adult').get(`/users/${api.people.professional}`)).body.classroomCount).toBe(1);
    await clearContent(api.db);
  });

  it.each([
    ['a withdrawn user', () => api.people.withdrawn],
    ['a visitor', () => api.people.anonymous],
    ['an unknown id', () => 'usr_nobody'],
    ['a malformed id', () => encodeURIComponent("' or 1=1 --")],
    ['an id with U+0000', () => '%00'],
    ['an id of 65 characters', () => 'a'.repeat(65)],
  ])('answers 404 for %s', async (_what, id) => {
    expect(await api.as('adult').get(`/users/${id()}`)).toMatchObject({
      status: 404,
      body: { code: 'not_found', error: 'ページが見つかりません。' },
    });
  });

  it('answers 403 for a suspended viewer', async () => {
    expect(await api.as('suspended').get(`/users/${api.people.adult}`)).toMatchObject({
      status: 403,
      body: { code: 'suspended' },
    });
  });
});
