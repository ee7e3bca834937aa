import type { Pool } from 'pg';

import { encryptClientSecret } from '../modules/schools/sso/school-pages.service';
import type { SignInPage } from '../modules/schools/sso/school-provider';
import { demoSchoolPage } from './demo-people';
import type { DemoPermission } from './demo-permission';

/** The claim in which the page of the demo sends the student code. */
const CLAIM = 'preferred_username';

interface SchoolPageOptions {
  pool: Pool;
  permission: DemoPermission;
  sessionSecret: string;
  clientId: string;
  /** Null removes the page: it does not run. */
  page: Pick<SignInPage, 'issuer' | 'clientSecret'> | null;
}

/** Gives the demo school its sign-in page, at the address of this start. A page that the staff has set stays. */
export async function fillSchoolPage({ pool, sessionSecret, clientId, page }: SchoolPageOptions): Promise<void> {
  await pool.query(
    `update partner_schools set sso = $3, sso_issuer = $4, sso_client_id = $5, sso_client_secret = $6, sso_claim = $7
     where code = $1 and (sso_client_id is null or sso_client_id = $2)`,
    [
      demoSchoolPage.schoolCode,
      clientId,
      ...(page
        ? ['oidc', page.issuer, clientId, encryptClientSecret(sessionSecret, page.clientSecret), CLAIM]
        : ['none', null, null, null, null]),
    ],
  );
}

/** Returns the pupil of the demo school with a student code. */
export async function findPupilOfPage(pool: Pool, studentCode: string): Promise<{ name: string } | undefined> {
  const { rows } = await pool.query<{ name: string }>(
    `select u.nickname as name from users u join partner_schools s on s.id = u.partner_school_id
     where s.code = $1 and u.student_code = $2 and u.state <> 'withdrawn'`,
    [demoSchoolPage.schoolCode, studentCode],
  );
  return rows[0];
}
