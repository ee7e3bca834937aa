import { startTestServer } from '../testing/start-test-server';
import { createPolicyReports } from './policy-reports';

const modern = (body: object) => [
  {
    type: 'csp-violation',
    age: 1,
    url: 'https://manabiba.example/',
    body: {
      effectiveDirective: 'script-src-elem',
      blockedURL: 'https://evil.example/x.js?a=1',
      documentURL: 'https://manabiba.example/classrooms/cls_1?key=secret',
      ...body,
    },
  },
];
const old = {
  'csp-report': {
    'violated-directive': "style-src 'self'",
    'blocked-uri': 'inline',
    'document-uri': 'https://manabiba.example/',
  },
};

function setUp() {
  const logged: unknown[] = [];
  const reports = createPolicyReports({ warn: (what: unknown) => logged.push(what) } as never);
  return { reports, logged };
}

it('counts each kind, without query strings', () => {
  const { reports, logged } = setUp();
  reports.take(modern({}));
  reports.take(modern({ blockedURL: 'https://evil.example/y.js' }));
  reports.take(old);
  expect(reports.list()).toEqual(
    expect.arrayContaining([
      {
        directive: 'script-src-elem',
        blocked: 'https://evil.example',
        page: '/classrooms/cls_1',
        count: 2,
        lastAt: expect.any(Date),
      },
      { directive: 'style-src', blocked: 'inline', page: '/', count: 1, lastAt: expect.any(Date) },
    ]),
  );
  expect(JSON.stringify([reports.list(), logged])).not.toContain('secret');
});

it('leaves out the token of a link', () => {
  const { reports, logged } = setUp();
  const token = 'LinkOfTheTicket'.repeat(3).slice(2);
  reports.take(modern({ documentURL: `https://manabiba.example/tickets/${token}` }));
  expect(reports.list()).toMatchObject([{ page: '/tickets/…' }]);
  expect(JSON.stringify(logged)).not.toContain(token);
});

it('ignores browser extensions', () => {
  const { reports } = setUp();
  reports.take(modern({ sourceFile: 'chrome-extension://abc/x.js' }));
  reports.take(modern({ blockedURL: 'moz-extension://abc' }));
  expect(reports.list()).toEqual([]);
});

it('cannot be flooded with log lines or with kinds', () => {
  const { reports, logged } = setUp();
  for (let index = 0; index < 1000; index++) reports.take(modern({ blockedURL: `https://e${index}.example/` }));
  expect(reports.list()).toHaveLength(200);
  expect(logged).toHaveLength(20);
  reports.take(modern({ blockedURL: 'https://latest.example/' }));
  expect(reports.list().map(({ blocked }) => blocked)).toContain('https://latest.example');
});

it('accepts both report formats that browsers send, and nothing else', async () => {
  const world = await startTestServer();
  const post = async (type: string, payload: unknown) =>
    (
      await world.server.inject({
        method: 'POST',
        url: '/beacon/policy',
        headers: { 'content-type': type },
        payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
      })
    ).statusCode;
  expect(await post('application/reports+json', modern({}))).toBe(204);
  expect(await post('application/csp-report', old)).toBe(204);
  expect(await post('application/csp-report', {})).toBe(400);
  expect(await post('application/csp-report', '{"a')).toBe(400);
  expect(await post('application/reports+json', `"${'x'.repeat(100_000)}"`)).toBe(400);
  await world.close();
});
