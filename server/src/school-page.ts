import { createHmac } from 'node:crypto';

import { createOpenIdEngine, type OpenIdEngine } from '@manabiba/engine-openid/engine';

import { DEMO_PASSWORD, demoSchoolPage } from '../../api/src/demo/demo-people';
import type { DemoPermission } from '../../api/src/demo/demo-permission';
import { fillSchoolPage, findPupilOfPage } from '../../api/src/demo/fill-school-page';
import { redirectUriOf } from '../../api/src/modules/schools/module';
import type { Pool } from '../../api/src/platform/database/db';
import { listenOrMove, portAtOffset } from './listen-port';

/** Port offset of the page. */
const OFFSET = 6;
const CLIENT_ID = 'manabiba-demo';

interface SchoolPageOptions {
  env: Record<string, string | undefined>;
  port: number;
  host: string;
  publicUrl: string;
  pool: Pool;
  permission: DemoPermission;
}

/**
 * Starts the sign-in page of a school of the demo, an OpenID provider whose accounts are the pupils of that school.
 * Returns null in production, which signs in on pages with https alone; the school then has no page. A taken port is
 * replaced by a free one.
 */
export async function startSchoolPage(options: SchoolPageOptions): Promise<OpenIdEngine | null> {
  const { env, port, host, publicUrl, pool, permission } = options;
  const sessionSecret = env['SESSION_SECRET'] ?? '';
  const school = { pool, permission, sessionSecret, clientId: CLIENT_ID };
  if (env['NODE_ENV'] === 'production') {
    await fillSchoolPage({ ...school, page: null });
    return null;
  }
  const clientSecret = createHmac('sha256', sessionSecret).update('page of the demo school').digest('hex');
  const engine = createOpenIdEngine({
    organisation: demoSchoolPage.schoolName,
    client: { id: CLIENT_ID, secret: clientSecret, redirectUri: redirectUriOf(publicUrl) },
    findAccount: (userName) => findPupilOfPage(pool, userName),
    password: DEMO_PASSWORD,
    exampleUserName: demoSchoolPage.studentCode,
  });
  await listenOrMove((isMoved) =>
    engine.listen({ host, issuerHost: issuerHostOf(publicUrl), port: isMoved ? 0 : portAtOffset(port, OFFSET) }),
  );
  await fillSchoolPage({ ...school, page: { issuer: engine.issuer, clientSecret } });
  return engine;
}

/** Not localhost: cookies are shared by all ports of a host name, and those of the product are not for the page. */
function issuerHostOf(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  return hostname === 'localhost' ? '127.0.0.1' : hostname.replace(/^\[|\]$/g, '');
}
