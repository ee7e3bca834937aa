import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface TestSchoolPage {
  issuer: string;
  /** Opens the page like a browser as this pupil, and returns where the page leads back to. `null`: the pupil refuses. */
  visit(url: string, pupil: string | null): Promise<URL>;
  close(): void;
}

interface PageOptions {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
}

/** Starts the sign-in page of a school: an OpenID provider that takes whoever a test says for signed in. */
export async function startSchoolPage({ clientId, clientSecret, redirectUri }: PageOptions): Promise<TestSchoolPage> {
  const program = spawn(
    process.execPath,
    [join(import.meta.dirname, 'run-school-page.mjs'), clientId, clientSecret, redirectUri],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const [issuer] = (await once(createInterface(program.stdout), 'line')) as [string];
  return {
    issuer,
    async visit(url, pupil) {
      const cookies = new Map(pupil === null ? [] : [['pupil', encodeURIComponent(pupil)]]);
      let next = new URL(url);
      while (next.origin === issuer) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        const answer = await fetch(next, { redirect: 'manual', headers: { cookie } });
        for (const line of answer.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          cookies.set(name, value);
        }
        const location = answer.headers.get('location');
        if (location === null) throw new Error(`The page answers ${answer.status}: ${await answer.text()}`);
        next = new URL(location, next);
      }
      return next;
    },
    close: () => void program.kill(),
  };
}
