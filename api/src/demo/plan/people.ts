import { addDays, subDays, subMinutes } from 'date-fns';

import { firstCategoryId } from '../../modules/categories/first-categories';
import { type Character, others, partnerSchools, professionals, RESUBMIT_REASON } from '../content/characters';
import { familyNames, givenNames, handles } from '../content/crowd-names';
import { DEMO_INVITE_CODES, DEMO_SCHOOL_CODE, demoPeople } from '../demo-people';
import { deterministicId, seededRandom } from './deterministic';
import { birthDateFor } from './japan-time';

/** Number of users who listen, reserve and follow, besides the named ones. */
const CROWD_SIZE = 380;
const CROWD_PORTRAITS = 28;

/** A demo user with the attributes that the rules check. */
export interface Person {
  key: string;
  id: string;
  nickname: string;
  age: number;
  isProfessional: boolean;
  isPupil: boolean;
  isSubscribed: boolean;
  /** Has a name and a story, and is preferred where only a few users are shown. */
  isNamed: boolean;
  row: Record<string, unknown>;
}

export const isChild = (person: Person) => !person.isProfessional && person.age <= 12;
export const isOfStudents = (person: Person) => !person.isProfessional && person.age <= 24;

const emails = new Map<string, string>(demoPeople.map(({ kind, email }) => [kind, email]));
const schoolIds = new Map<string, string>(partnerSchools.map(({ key, code }) => [code, deterministicId('sch', key)]));

/** Plans all users, named ones first. */
export function planPeople(now: Date, passwordHash: string | null): Person[] {
  const named = [...professionals, ...others].map((character, index) =>
    fromCharacter(character, index, now, passwordHash),
  );
  const pupils = partnerSchools.flatMap((school) =>
    Array.from({ length: school.pupils }, (_, index) => pupil(school, index, now, passwordHash)),
  );
  const crowd = Array.from({ length: CROWD_SIZE }, (_, index) => somebody(index, now));
  return [...named, ...pupils, ...crowd];
}

const media = (name: string) => `/media/demo/${name}.svg`;

function person(
  given: Omit<Person, 'id' | 'row' | 'isSubscribed'> & { isSubscribed?: boolean },
  now: Date,
  row: Record<string, unknown>,
): Person {
  const chance = seededRandom(`person ${given.key}`);
  const id = deterministicId('usr', given.key);
  const joinedAt = subMinutes(subDays(now, 30 + chance.below(700)), chance.below(1440));
  return {
    isSubscribed: false,
    ...given,
    id,
    row: {
      id,
      role: 'user',
      email: `${given.key}@people.demo.manabiba.test`,
      password_hash: null,
      nickname: given.nickname,
      avatar_url: null,
      introduction: '',
      job: '',
      birth_date: birthDateFor(now, given.age, chance.below(200)),
      state: 'active',
      resubmit_reason: null,
      guardian_email: null,
      guardian_consent_at: null,
      partner_school_id: null,
      student_code: null,
      follower_count: 0,
      following_count: 0,
      notifications_seen_at: now,
      stripe_invoice_status: null,
      is_subscribed: given.isSubscribed ?? false,
      will_unsubscribed: false,
      subscription_expires_at: null,
      is_demo: true,
      created_at: joinedAt,
      updated_at: joinedAt,
      email_verified_at: joinedAt,
      ...(given.age < 16
        ? { guardian_email: `guardian.${given.key}@people.demo.manabiba.test`, guardian_consent_at: joinedAt }
        : {}),
      ...(given.isSubscribed ? { subscription_expires_at: addDays(now, 14) } : {}),
      ...row,
    },
  };
}

function fromCharacter(character: Character, index: number, now: Date, passwordHash: string | null): Person {
  const { key, nickname, age, job, introduction, portrait, org } = character;
  const email = emails.get(key);
  const isSubscribed = key === 'subscriber' || key === 'unpaid';
  const given = {
    key,
    nickname,
    age,
    isProfessional: org !== undefined,
    isPupil: key === 'school',
    isSubscribed,
    isNamed: true,
  };
  const special: Record<string, Record<string, unknown>> = {
    school: {
      partner_school_id: schoolIds.get(DEMO_SCHOOL_CODE),
      student_code: demoPeople.find(({ kind }) => kind === 'school')?.studentCode,
    },
    resubmit: { state: 'need_resubmit', resubmit_reason: RESUBMIT_REASON },
    unverified: { state: 'email_unverified', email_verified_at: null },
    staff: { role: 'staff' },
  };
  return person(given, now, {
    job,
    introduction,
    avatar_url: portrait ? media(`p-${portrait}`) : null,
    ...(org ? { role: 'professional', created_at: subDays(now, 900 - index * 20) } : {}),
    ...(email ? { email, password_hash: passwordHash } : {}),
    ...special[key],
  });
}

/** A pupil vouched for by the school: without an e-mail address, signing in by school and student code. */
function pupil(school: (typeof partnerSchools)[number], index: number, now: Date, passwordHash: string | null): Person {
  const key = `${school.key}-${index + 1}`;
  const chance = seededRandom(`pupil ${key}`);
  const grade = 1 + (index % 3);
  return person(
    {
      key,
      nickname: `${chance.pick(familyNames)} ${chance.pick(givenNames)}`,
      age: 14 + grade,
      isProfessional: false,
      isPupil: true,
      isNamed: false,
    },
    now,
    {
      email: null,
      email_verified_at: null,
      password_hash: passwordHash,
      job: `${school.name} ${grade}年`,
      partner_school_id: schoolIds.get(school.code),
      student_code: `${grade}-2-${String(index + 11)}`,
      avatar_url: crowdAvatar(chance.below(1000)),
    },
  );
}

function somebody(index: number, now: Date): Person {
  const key = `crowd-${index + 1}`;
  const chance = seededRandom(key);
  const age = index % 40 === 7 ? 9 + chance.below(4) : index % 9 < 4 ? 14 + chance.below(10) : 25 + chance.below(42);
  const nickname = index % 6 === 5 ? chance.pick(handles) : `${chance.pick(familyNames)} ${chance.pick(givenNames)}`;
  const isSubscribed = age > 15 && index % 13 === 3;
  return person(
    {
      key,
      nickname: age <= 12 ? chance.pick(givenNames) : nickname,
      age,
      isProfessional: false,
      isPupil: false,
      isSubscribed,
      isNamed: false,
    },
    now,
    { avatar_url: crowdAvatar(chance.below(1000)) },
  );
}

/** Three in five have an image. */
const crowdAvatar = (chance: number) =>
  chance % 5 < 3 ? media(`p-${String(1 + (chance % CROWD_PORTRAITS)).padStart(2, '0')}`) : null;

/** The organisation profiles of professionals. */
export function planOrganisations(now: Date) {
  return professionals.map(({ key, org }, index) => ({
    user_id: deterministicId('usr', key),
    org_name: org?.name ?? '',
    org_url: org?.url ?? null,
    invoice_registration_no: org?.invoiceNo ?? null,
    category_ids: org?.categories.map(firstCategoryId) ?? [],
    verified_at: subDays(now, 860 - index * 20),
  }));
}

export const planSchools = () =>
  partnerSchools.map(({ key, name, code, canCreate }) => ({
    id: deterministicId('sch', key),
    name,
    code,
    sso: 'none',
    can_create: canCreate,
    can_speak: true,
    classmates_only: false,
    active: true,
  }));

/** The invitation codes that the demo school hands out to its pupils. */
export const planInvites = () =>
  DEMO_INVITE_CODES.map((code) => ({ partner_school_id: schoolIds.get(DEMO_SCHOOL_CODE), code }));
