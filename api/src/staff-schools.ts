import { foldCode } from '@manabiba/shared/contract/fold-code';
import { createSchool, createSchoolCodes } from '@manabiba/shared/contract/staff-schools';
import * as z from 'zod/mini';

import type { Env } from './env';
import type { RoomRightsService } from './modules/classrooms/room-life/room-rights.service';
import { redirectUriOf } from './modules/schools/module';
import { createSchoolsRepository } from './modules/schools/schools.repository';
import { createSchoolsService } from './modules/schools/schools.service';
import { createStaffRepository } from './modules/staff/staff.repository';
import { StaffRefusal } from './modules/staff/staff.service';
import { AppError } from './platform/app-error';
import type { Clock } from './platform/clock';
import type { Db } from './platform/database/db';

/** Usage text of the commands about partner schools. */
export const schoolUsage = `npm run staff -- schools                        all partner schools
npm run staff -- school CODE "name"             a school whose pupils may create classrooms and speak; change that on /staff/schools
npm run staff -- school-codes CODE COUNT ["label"]
                                               one-time codes with which its pupils sign up`;

interface SchoolCommandDeps {
  db: Db;
  clock: Clock;
  /** Who gives the command, for the log. */
  who: string;
  env: Pick<Env, 'publicUrl'>;
  roomRights: Pick<RoomRightsService, 'silencePupils'>;
}

/** Runs a command about partner schools; returns undefined when the arguments are for another command. */
export async function runSchoolCommand(
  [command = '', code = '', second = '', ...rest]: readonly string[],
  { db, clock, who, env, roomRights }: SchoolCommandDeps,
): Promise<string | readonly object[] | undefined> {
  const { log } = createStaffRepository(db);
  const schools = createSchoolsService({
    db,
    schools: createSchoolsRepository(db),
    log,
    clock,
    silencePupils: roomRights.silencePupils,
    redirectUri: redirectUriOf(env.publicUrl),
  });
  switch (command) {
    case 'schools':
      return (await schools.list()).items.map(({ code: known, name, sso, active, pupilCount, unusedCodeCount }) => ({
        known,
        name,
        sso,
        state: active ? 'active' : 'stopped',
        pupils: `${pupilCount} pupils`,
        codes: `${unusedCodeCount} unused codes`,
      }));
    case 'school': {
      const policy = { canCreate: true, canSpeak: true, classmatesOnly: false };
      const body = parse(createSchool.body, { code, name: [second, ...rest].join(' '), sso: 'none', policy });
      const { id } = await orRefusal(() => schools.create(who, body));
      return `${id} is the school ${body.code}.`;
    }
    case 'school-codes': {
      const id = await schools.findByCode(foldCode(code));
      if (id === undefined) throw new StaffRefusal(`No school has the code ${code}.`);
      const body = parse(createSchoolCodes.body, { label: rest.join(' '), count: Number(second) });
      return (await orRefusal(() => schools.createCodes(who, id, body))).codes.join('\n');
    }
    default:
      return undefined;
  }
}

function parse<S extends z.ZodMiniType>(schema: S, given: unknown): z.output<S> {
  const parsed = z.safeParse(schema, given);
  if (!parsed.success)
    throw new StaffRefusal(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
  return parsed.data;
}

async function orRefusal<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw new StaffRefusal(Object.values(error.fields ?? {})[0] ?? error.sentence);
    throw error;
  }
}
