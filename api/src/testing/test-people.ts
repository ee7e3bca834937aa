import { isDeepStrictEqual } from 'node:util';

import { sql } from 'kysely';

import { createPasswords } from '../modules/auth/passwords';
import { createSessionsRepository } from '../modules/sessions/sessions.repository';
import { createSessionsService } from '../modules/sessions/sessions.service';
import type { Clock } from '../platform/clock';
import type { Db } from '../platform/database/db';
import { inTransaction } from '../platform/database/transaction';

/** The password of all test people. */
export const testPassword = 'sakura-no-ki-7';
export const testSchool = { id: 'sch_sakura', name: 'さくら学園', code: 'SAKURA', studentCode: '24-001' };

interface Person {
  nickname: string;
  birthDate: string;
  state:
    | 'email_unverified'
    | 'documents_required'
    | 'under_review'
    | 'need_resubmit'
    | 'active'
    | 'suspended'
    | 'withdrawn';
  role?: 'user' | 'professional' | 'staff';
  isPupil?: boolean;
  email?: null;
  isSubscribed?: boolean;
  resubmitReason?: string;
}

/** Birth dates that keep each age category for years, whatever time a test sets within them. */
const adult = '1985-05-20';
const student = '2008-06-01';
const child = '2018-03-03';

/** One person for each kind that rules distinguish, and two of the kinds that interact most. */
const persons = {
  adult: { nickname: '大人', birthDate: adult, state: 'active' },
  otherAdult: { nickname: '別の大人', birthDate: adult, state: 'active' },
  student: { nickname: '学生', birthDate: student, state: 'active' },
  otherStudent: { nickname: '別の学生', birthDate: student, state: 'active' },
  child: { nickname: '子ども', birthDate: child, state: 'active' },
  school: { nickname: '生徒', birthDate: student, state: 'active', isPupil: true, email: null },
  professional: { nickname: 'プロ', birthDate: adult, state: 'active', role: 'professional' },
  staff: { nickname: '運営', birthDate: adult, state: 'active', role: 'staff' },
  subscriber: { nickname: '会員', birthDate: adult, state: 'active', isSubscribed: true },
  unverified: { nickname: '未確認', birthDate: adult, state: 'email_unverified' },
  resubmit: { nickname: '再提出', birthDate: student, state: 'need_resubmit', resubmitReason: '写真が不鮮明です。' },
  suspended: { nickname: '停止中', birthDate: adult, state: 'suspended' },
  withdrawn: { nickname: '退会', birthDate: adult, state: 'withdrawn' },
} satisfies Record<string, Person>;

export type PersonName = keyof typeof persons;
export const personNames = Object.keys(persons) as PersonName[];
export const emailOf = (name: PersonName) => `${name.toLowerCase()}@example.test`;
const idOf = (name: PersonName) => `usr_${name}`;
export const personIds = Object.fromEntries(personNames.map((name) => [name, idOf(name)])) as Record<
  PersonName,
  string
>;
export const visitorId = 'anon_visitor';

let passwordHash: Promise<string> | undefined;

/** Inserts all people into an empty database. */
export async function insertPeople(db: Db, clock: Clock): Promise<void> {
  passwordHash ??= createPasswords().hash(testPassword);
  const hash = await passwordHash;
  const now = clock.now();
  await db
    .insertInto('partner_schools')
    .values({ id: testSchool.id, name: testSchool.name, code: testSchool.code })
    .execute();
  await db
    .insertInto('users')
    .values(
      personNames.map((name) => {
        const person: Person = persons[name];
        return {
          id: idOf(name),
          nickname: person.nickname,
          birth_date: person.birthDate,
          state: person.state,
          role: person.role ?? 'user',
          email: person.email === null ? null : emailOf(name),
          password_hash: hash,
          email_verified_at: person.state === 'email_unverified' || person.email === null ? null : now,
          partner_school_id: person.isPupil ? testSchool.id : null,
          student_code: person.isPupil ? testSchool.studentCode : null,
          is_subscribed: person.isSubscribed ?? false,
          resubmit_reason: person.resubmitReason ?? null,
          guardian_email: name === 'child' ? 'hogosha@example.test' : null,
          guardian_consent_at: name === 'child' ? now : null,
          introduction: `${person.nickname}の自己紹介`,
          job: '会社員',
          notifications_seen_at: new Date(0),
          created_at: now,
          updated_at: now,
        };
      }),
    )
    .execute();
  await db
    .insertInto('professionals')
    .values({ user_id: idOf('professional'), org_name: 'まなび協会', verified_at: now, category_ids: sql`'{}'` })
    .execute();
}

/** Remembers all users as they are. The returned function restores those that have changed since. */
export async function keepPeople(db: Db): Promise<() => Promise<void>> {
  const read = () => db.selectFrom('users').selectAll().execute();
  const kept = await read();
  return async () => {
    const current = new Map((await read()).map((person) => [person.id, person]));
    for (const person of kept) {
      if (isDeepStrictEqual(current.get(person.id), person)) continue;
      const { id, ...values } = person;
      await db.updateTable('users').set(values).where('id', '=', id).execute();
    }
  };
}

/** Opens a session for every person, and one for a visitor. */
export async function openTokens(
  db: Db,
  options: { clock: Clock; secret: string },
): Promise<Record<PersonName | 'anonymous', string>> {
  const { clock, secret } = options;
  const sessions = await createSessionsService({
    db,
    clock,
    secret,
    repository: createSessionsRepository(db),
    communicateMinAge: 13,
    viewerCacheMs: 0,
  });
  const previous = { kind: 'anonymous', id: null, sessionId: null, communicateMinAge: 13 } as const;
  const device = { userAgent: 'test', previous };
  const tokens: Record<string, string> = {};
  await inTransaction(db, async (trx) => {
    for (const name of personNames)
      tokens[name] = (await sessions.openForPerson(trx, idOf(name), device, { method: 'password' })).token;
  });
  const visitor = { ...previous, id: visitorId };
  tokens['anonymous'] = (await sessions.openForVisitor({ userAgent: 'test', previous: visitor })).token;
  return tokens as Record<PersonName | 'anonymous', string>;
}
