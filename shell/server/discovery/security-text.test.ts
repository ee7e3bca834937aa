/** @jest-environment node */
import { startTestServer } from '../testing/start-test-server';
import { readWebEnv } from '../web-env';

const PATH = '/.well-known/security.txt';
const YEAR_MS = 365 * 86_400_000;
const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://manabiba.example', LOG_LEVEL: 'silent' };

let world: Awaited<ReturnType<typeof startTestServer>> | undefined;
afterEach(() => world?.close());
async function open(env: Record<string, string>) {
  world = await startTestServer({ env: readWebEnv({ ...production, ...env }) });
  return world.server.inject({ url: PATH, headers: { host: 'manabiba.example' } });
}

it.each(['mailto:security@manabiba.example', 'https://manabiba.example/security', 'tel:+81-3-0000-0000'])(
  'names the contact %s, the languages, the address of the file and when it expires',
  async (contact) => {
    const answer = await open({ SECURITY_CONTACT: contact });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    const lines = answer.payload.trimEnd().split('\n');
    const fields = new Map(lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]));
    expect(Object.fromEntries(fields)).toEqual({
      Contact: contact,
      Expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      'Preferred-Languages': 'ja, en',
      Canonical: `https://manabiba.example${PATH}`,
    });
    const leftMs = Date.parse(fields.get('Expires') ?? '') - Date.now();
    expect(leftMs).toBeGreaterThan(0);
    expect(leftMs).toBeLessThan(YEAR_MS);
  },
);

it('does not exist without a contact', async () => {
  const answer = await open({});
  expect(answer.statusCode).toBe(404);
  expect(answer.payload).not.toContain('Contact:');
});

it.each(['security@manabiba.example', 'http://manabiba.example/security', 'mailto:a@b.example\nContact: mailto:c@d'])(
  'refuses to start with the contact %j',
  (contact) => {
    expect(() => readWebEnv({ ...production, SECURITY_CONTACT: contact })).toThrow('SECURITY_CONTACT must be');
  },
);
