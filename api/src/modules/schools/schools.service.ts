import type { createSchool, School, SchoolDetails, updateSchool } from '@manabiba/shared/contract/staff-schools';
import type * as z from 'zod/mini';

import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import type { Db, Trx } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import { newId } from '../../platform/ids';
import { readableCode } from './readable-code';
import type { SchoolRow, SchoolsRepository } from './schools.repository';

/** Unused codes that a school may have: more were made by mistake. */
const MAX_UNUSED_CODES = 5000;

interface SchoolsDeps {
  db: Db;
  schools: SchoolsRepository;
  log: LogAction;
  clock: Clock;
  /** Takes the voice of the pupils of a school in the rooms that they are in. */
  silencePupils: (trx: Trx, schoolId: string) => Promise<void>;
  /** Where sign-in pages of schools send pupils back to. */
  redirectUri: string;
}

/** Writes an action of the staff into the audit log. */
export type LogAction = (
  trx: Trx,
  entry: { at: Date; who: string; action: string; subjectId: string; detail: string; before?: string; after?: string },
) => Promise<void>;

type NewSchool = z.output<(typeof createSchool)['body']>;
type SchoolChanges = z.output<(typeof updateSchool)['body']>;

export type SchoolsService = ReturnType<typeof createSchoolsService>;

/** Partner schools, as the staff makes and keeps them. Every action is logged with its actor in its transaction. */
export function createSchoolsService({ db, schools, log, clock, silencePupils, redirectUri }: SchoolsDeps) {
  async function find(id: string): Promise<SchoolRow> {
    const row = await schools.find(id);
    if (!row) throw new AppError('not_found');
    return row;
  }

  async function lock(trx: Trx, id: string) {
    const row = await schools.lock(trx, id);
    if (!row) throw new AppError('not_found');
    return row;
  }

  return {
    list: async () => ({ items: (await schools.list()).map(toSchool) }),

    /** Returns a school with its codes by label. Throws `not_found`. */
    async get(id: string): Promise<SchoolDetails> {
      const row = await find(id);
      const [groups, page] = await Promise.all([schools.codeGroups(id), schools.findSignInPage(id)]);
      return {
        ...toSchool(row),
        codes: groups.map(({ made_at: madeAt, ...group }) => ({ ...group, madeAt: madeAt.toISOString() })),
        signInPage: page?.sso_issuer
          ? { issuer: page.sso_issuer, clientId: page.sso_client_id ?? '', claim: page.sso_claim ?? '' }
          : null,
        redirectUri,
      };
    },

    /** Returns the id of the school that pupils know by this code. */
    findByCode: async (code: string) => (await schools.findByCode(code))?.id,

    /** Adds a school. A code that another school has is `invalid`. */
    async create(who: string, { name, code, sso, policy }: NewSchool): Promise<{ id: string }> {
      const id = newId('sch');
      await inTransaction(db, async (trx) => {
        if (!(await schools.create(trx, { id, name, code, sso, ...columnsOf(policy) })))
          throw new AppError('invalid', { fields: { code: 'この学校コードは、ほかの学校が使っています。' } });
        await log(trx, { at: clock.now(), who, action: 'create-school', subjectId: id, detail: `${name} (${code})` });
      });
      return { id };
    },

    /**
     * Changes a school. Pupils who are signed in are held to the new policy with their next call; those who speak in a
     * room and may not any more become listeners at once.
     */
    async update(who: string, id: string, { name, policy = {}, active }: SchoolChanges): Promise<void> {
      await inTransaction(db, async (trx) => {
        const row = await lock(trx, id);
        const after = {
          name: name ?? row.name,
          active: active ?? row.active,
          can_create: policy.canCreate ?? row.can_create,
          can_speak: policy.canSpeak ?? row.can_speak,
          classmates_only: policy.classmatesOnly ?? row.classmates_only,
        };
        await schools.update(trx, id, after);
        if (row.can_speak && !after.can_speak) await silencePupils(trx, id);
        await log(trx, {
          at: clock.now(),
          who,
          action: 'update-school',
          subjectId: id,
          detail: after.name,
          before: summaryOf(row),
          after: summaryOf(after),
        });
      });
    },

    /** Makes codes. Throws `invalid` when the school has thousands that nobody has used. */
    async createCodes(who: string, id: string, { label, count }: { label: string; count: number }) {
      const codes = [...new Set(Array.from({ length: count }, readableCode))];
      const now = clock.now();
      await inTransaction(db, async (trx) => {
        await lock(trx, id);
        if ((await schools.countUnused(trx, id)) + count > MAX_UNUSED_CODES)
          throw new AppError('invalid', {
            fields: { count: `使われていない登録コードは、学校ごとに${MAX_UNUSED_CODES}枚までです。` },
          });
        await schools.addCodes(trx, { schoolId: id, label, codes, now });
        const detail = [label, `${codes.length}枚`].filter(Boolean).join(' ');
        await log(trx, { at: now, who, action: 'create-school-codes', subjectId: id, detail });
      });
      return { codes };
    },

    async listCodes(id: string, label: string) {
      await find(id);
      const rows = await schools.listCodes(id, label);
      return {
        items: rows.map(({ code, used_at: usedAt, revoked_at: revokedAt, used_by: userId, nickname }) => ({
          code,
          state: usedAt ? ('used' as const) : revokedAt ? ('revoked' as const) : ('unused' as const),
          at: (usedAt ?? revokedAt)?.toISOString() ?? null,
          usedBy: userId === null ? null : { userId, nickname: nickname ?? '' },
        })),
      };
    },

    /** Returns what is printed of the codes under a label. Throws `not_found` when none of them is unused. */
    async printCodes(who: string, id: string, label: string) {
      const school = await find(id);
      const codes = (await schools.listCodes(id, label)).filter((row) => !row.used_at && !row.revoked_at);
      if (codes.length === 0) throw new AppError('not_found');
      await inTransaction(db, (trx) =>
        log(trx, {
          at: clock.now(),
          who,
          action: 'print-school-codes',
          subjectId: id,
          detail: [label, `${codes.length}枚`].filter(Boolean).join(' '),
        }),
      );
      return { schoolName: school.name, schoolCode: school.code, label, codes: codes.map(({ code }) => code) };
    },

    /** Revokes unused codes. Those that pupils have used stay used, and their accounts stay. */
    async revokeCodes(
      who: string,
      id: string,
      { label, code, reason }: { label: string; code?: string | undefined; reason: string },
    ) {
      const now = clock.now();
      const revoked = await inTransaction(db, async (trx) => {
        await lock(trx, id);
        const codes = await schools.revokeCodes(trx, { schoolId: id, label, code, now });
        const what = code ?? [label, `${codes.length}枚`].filter(Boolean).join(' ');
        if (codes.length > 0)
          await log(trx, { at: now, who, action: 'revoke-school-codes', subjectId: id, detail: `${what}: ${reason}` });
        return codes;
      });
      return { count: revoked.length };
    },
  };
}

const columnsOf = ({ canCreate, canSpeak, classmatesOnly }: NewSchool['policy']) => ({
  can_create: canCreate,
  can_speak: canSpeak,
  classmates_only: classmatesOnly,
});

const toSchool = (row: SchoolRow): School => ({
  id: row.id,
  name: row.name,
  code: row.code,
  sso: row.sso,
  policy: { canCreate: row.can_create, canSpeak: row.can_speak, classmatesOnly: row.classmates_only },
  active: row.active,
  pupilCount: row.pupils,
  unusedCodeCount: row.unused_codes,
});

type Summarized = Pick<SchoolRow, 'name' | 'active' | 'can_create' | 'can_speak' | 'classmates_only'>;

/** What the log keeps of a school before and after a change. */
const summaryOf = (row: Summarized) =>
  [
    row.name,
    row.active ? '有効' : '停止',
    row.can_create ? '作成可' : '作成不可',
    row.can_speak ? '発言可' : '発言不可',
    ...(row.classmates_only ? ['同じ学校の人とだけ'] : []),
  ].join('、');
