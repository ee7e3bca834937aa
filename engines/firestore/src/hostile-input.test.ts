import { connect } from 'node:net';

import { type Message, RawChannel } from './testing/raw-channel';
import { SERVER_HEADER, SERVER_SECRET, startTestEngine, tokenFor } from './testing/start-test-engine';

type TestEngine = Awaited<ReturnType<typeof startTestEngine>>;
const DATABASE = 'projects/test/databases/(default)';
const ROOT = `${DATABASE}/documents`;
const SERVER = { [SERVER_HEADER]: SERVER_SECRET };
const field = (fieldPath: string) => ({ field: { fieldPath } });
const many = <Item>(length: number, make: (index: number) => Item) => Array.from({ length }, (_, index) => make(index));
const query = (structuredQuery: object) => ({
  structuredQuery: { from: [{ collectionId: 'open' }], ...structuredQuery },
});
const isNull = (name: string) => ({ unaryFilter: { op: 'IS_NULL', ...field(name) } });
const nestedFilter = (depth: number): object =>
  depth === 0 ? isNull('a') : { compositeFilter: { op: 'AND', filters: [nestedFilter(depth - 1), isNull('b')] } };
const deepList = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const write = (value: unknown) => ({ writes: [{ update: { name: `${ROOT}/open/a`, fields: { f: value } } }] });

let made: TestEngine;
/** As in the product: users read, the server writes, and callers without a token have no access. */
beforeEach(async () => {
  made = await startTestEngine({
    permits: ({ kind }, operation) => kind === 'user' && ['get', 'list', 'aggregate', 'listen'].includes(operation),
  });
});
afterEach(() => made.engine.close());

const reader = async () => ({ authorization: `Bearer ${await tokenFor('yuki')}` });
const post = async (verb: string, body: string, headers: Record<string, string> = SERVER) => {
  const response = await fetch(`${made.url}/v1/${made.root}:${verb}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  const answer = (await response.json()) as
    | { error: { message: string; status: string } }
    | { error: { message: string; status: string } }[];
  return { status: response.status, error: (Array.isArray(answer) ? answer[0] : answer)?.error };
};

/** Time limit for input of this size on a busy machine; with worse than linear growth it would take far longer. */
const LINEAR_MS = 10_000;

describe('input that is expensive to process is rejected with the message of Firestore, for every caller', () => {
  it.each<[string, string, () => string, RegExp]>([
    [
      '40,000 orders',
      'runQuery',
      () => JSON.stringify(query({ orderBy: many(40_000, (n) => field(`f${n}`)) })),
      /at most 100 sort orders/,
    ],
    [
      '60 orders beside 60 filters',
      'runQuery',
      () =>
        JSON.stringify(
          query({
            orderBy: many(60, (n) => field(`f${n}`)),
            where: { compositeFilter: { op: 'AND', filters: many(60, (n) => isNull(`g${n}`)) } },
          }),
        ),
      /may not exceed 100/,
    ],
    [
      '100,000 filters',
      'runQuery',
      () =>
        JSON.stringify(
          query({ where: { compositeFilter: { op: 'AND', filters: many(100_000, (n) => isNull(`f${n}`)) } } }),
        ),
      /at most 200 filters/,
    ],
    ['filters nested 60 deep', 'runQuery', () => JSON.stringify(query({ where: nestedFilter(60) })), /nested too deep/],
    [
      '100,000 selected fields',
      'runQuery',
      () => JSON.stringify(query({ select: { fields: many(100_000, (n) => ({ fieldPath: `f${n}` })) } })),
      /at most 1000 fields/,
    ],
    [
      'a name of a million segments',
      'batchGet',
      () => JSON.stringify({ documents: [`${ROOT}/${'a/'.repeat(1_000_000)}b`] }),
      /longer than 6144 bytes/,
    ],
    [
      'a document of 100,000 fields',
      'commit',
      () =>
        JSON.stringify({
          writes: [
            {
              update: {
                name: `${ROOT}/open/a`,
                fields: Object.fromEntries(many(100_000, (n) => [`f${n}`, { nullValue: null }])),
              },
            },
          ],
        }),
      /too many index entries/,
    ],
    ['JSON nested a million levels deep', 'commit', () => `{"writes":${deepList(1_000_000)}}`, /Message too deep/],
    [
      'strings that look like nesting, one of them unterminated',
      'commit',
      () => `{"writes":["${'\\"['.repeat(1_000_000)}`,
      /Invalid JSON/,
    ],
    [
      'a list for an integer',
      'commit',
      () => JSON.stringify(write({ integerValue: many(100_000, () => 'x'.repeat(50)) })).replace('"f"', '"g"'),
      /\(TYPE_INT64\), a list$/,
    ],
    [
      'a long text for an integer',
      'commit',
      () => JSON.stringify(write({ integerValue: 'x'.repeat(5_000_000) })),
      /^.{1,300}$/,
    ],
    [
      'nested lists for a latitude',
      'commit',
      () =>
        `{"writes":[{"update":{"name":"${ROOT}/open/a","fields":{"f":{"geoPointValue":{"latitude":${deepList(390)}}}}}}]}`,
      /Latitude must be/,
    ],
    ['a list for a limit', 'runQuery', () => JSON.stringify(query({ limit: [[3]] })), /\(TYPE_INT32\), a list$/],
    [
      'a message for a timestamp',
      'runQuery',
      () => JSON.stringify({ ...query({}), readTime: { seconds: {} } }),
      /Invalid time format: a message/,
    ],
    ['a number for a page token', 'listCollectionIds', () => JSON.stringify({ pageToken: 7 }), /page_token/],
    [
      'a bytes-like message for a page token',
      'listCollectionIds',
      () => JSON.stringify({ pageToken: { length: 4_000_000_000 } }),
      /page_token/,
    ],
    ['nested lists for a page size', 'listCollectionIds', () => `{"pageSize":${deepList(390)}}`, /page size/],
  ])(
    '%s',
    async (_what, verb, body, message) => {
      expect(await post(verb, body())).toEqual({
        status: 400,
        error: expect.objectContaining({
          status: 'INVALID_ARGUMENT',
          message: expect.stringMatching(message) as string,
        }) as never,
      });
      expect(made.failures).toEqual([]);
      expect(JSON.stringify(made.warnings).length).toBeLessThan(5000);
    },
    LINEAR_MS,
  );

  it(
    'but a mask of 20,000 fields is applied',
    async () => {
      const names = many(20_000, (n) => `f${n}`);
      const update = {
        name: `${ROOT}/open/a`,
        fields: Object.fromEntries(names.map((name) => [name, { nullValue: null }])),
      };
      expect(
        (await post('commit', JSON.stringify({ writes: [{ update, updateMask: { fieldPaths: names } }] }))).status,
      ).toBe(200);
    },
    LINEAR_MS,
  );
});

describe('method names inherited from Object', () => {
  it.each(['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'])('%s is rejected', async (verb) => {
    expect([400, 404, 501]).toContain((await post(verb, '{}')).status);
    expect(made.failures).toEqual([]);
  });
});

describe('a caller without rights', () => {
  it.each(['commit', 'batchWrite', 'beginTransaction', 'rollback', 'runQuery', 'batchGet', 'listCollectionIds'])(
    'is rejected before a request to %s is read',
    async (verb) => {
      const answer = await post(verb, 'no JSON at all', {});
      expect(answer).toEqual({ status: 403, error: expect.objectContaining({ status: 'PERMISSION_DENIED' }) as never });
      if (!['runQuery', 'batchGet', 'beginTransaction', 'rollback'].includes(verb))
        expect((await post(verb, 'no JSON at all', await reader())).status).toBe(403);
    },
  );

  it('has a request limit of 64 kB as a reader, while the server has the limit of Firestore', async () => {
    const padded = (bytes: number) => `${JSON.stringify({ documents: [`${ROOT}/open/a`] })}${' '.repeat(bytes)}`;
    expect((await post('batchGet', padded(60_000), await reader())).status).toBe(200);
    expect(await post('batchGet', padded(66_000), await reader())).toEqual({
      status: 400,
      error: expect.objectContaining({ message: 'Request payload size exceeds the limit: 65536 bytes.' }) as never,
    });
    expect((await post('batchGet', padded(11_000_000))).status).toBe(200);
  });

  it('has a limit of open transactions that does not affect the server', async () => {
    const headers = await reader();
    const statuses = await Promise.all(
      many(60, () => post('beginTransaction', '{}', headers).then(({ status }) => status)),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(50);
    expect((await post('beginTransaction', '{}')).status).toBe(200);
  });

  it(
    'never delays writes of the server through its reads',
    async () => {
      const headers = await reader();
      const paths = many(20, (n) => `open/d${n}`);
      for (const path of paths) {
        const response = await fetch(`${made.url}/v1/${made.root}:batchGet`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ documents: [`${ROOT}/${path}`], newTransaction: { readWrite: {} } }),
        });
        expect(response.status).toBe(200);
      }
      const writes = paths.map((path) => ({ update: { name: `${ROOT}/${path}`, fields: {} } }));
      // Twenty documents with a lock wait of two seconds each would take forty.
      expect((await post('commit', JSON.stringify({ writes }))).status).toBe(200);
    },
    LINEAR_MS,
  );
});

describe('sessions', () => {
  const listenTo = (targetId: unknown) => ({
    database: DATABASE,
    addTarget: { targetId, query: { parent: ROOT, structuredQuery: { from: [{ collectionId: 'open' }] } } },
  });
  const isError = (messages: Message[]) => messages.some(({ error }) => error !== undefined);

  it.each([
    ['a text', 'x'],
    ['a message', {}],
    ['an oversized number', 1e15],
    ['nested lists', JSON.parse(deepList(390))],
  ])('end on %s as target id without affecting others', async (_what, targetId) => {
    const channel = new RawChannel(made.url);
    await channel.open(await tokenFor('yuki'), [listenTo(targetId)]);
    await channel.hang();
    expect((await channel.until(isError)).find(({ error }) => error)).toEqual({
      error: { code: 400, message: 'Invalid target ID.', status: 'INVALID_ARGUMENT' },
    });
    const other = new RawChannel(made.url);
    await other.open(await tokenFor('yuki'), [listenTo(2)]);
    await other.hang();
    await other.snapshots(1);
    await other.post([{ database: DATABASE, removeTarget: targetId }]);
    await other.until(isError);
    expect(made.failures).toEqual([]);
  });

  it('cannot be reached by id alone', async () => {
    const channel = new RawChannel(made.url);
    await channel.open(await tokenFor('yuki'), [listenTo(2)]);
    const { sid } = channel;
    const address = (more: Record<string, string>) =>
      `${made.url}/google.firestore.v1.Firestore/Listen/channel?${new URLSearchParams({ VER: '8', SID: sid, RID: 'rpc', AID: '0', CI: '1', ...more })}`;
    for (const more of [{}, { gsessionid: '' }, { gsessionid: 'guessed' }] as Record<string, string>[]) {
      const response = await fetch(address(more));
      expect([response.status, await response.text()]).toEqual([400, 'Error: Unknown SID']);
    }
    expect((await fetch(address({ gsessionid: channel.sessionId as string }))).status).toBe(200);
  });

  it('start with a short request of few fields', async () => {
    const begin = (body: string) =>
      fetch(`${made.url}/google.firestore.v1.Firestore/Listen/channel?VER=8`, { method: 'POST', body });
    expect(await (await begin(`count=0&${'a&'.repeat(30_000)}`)).text()).toContain('Too many fields');
    expect(await (await begin(`count=0&a=${'x'.repeat(70_000)}`)).text()).toContain('65536 bytes');
    expect(made.failures).toEqual([]);
  });
});

describe('connections', () => {
  /** Collects what the server sends on a connection that the client never closes. */
  function open() {
    const { hostname, port } = new URL(made.url);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const gone = new Promise<void>((done) => {
      socket.on('close', () => done());
    });
    const ended = new Promise<void>((done) => {
      socket.on('end', () => done());
    });
    socket.on('error', () => undefined);
    socket.resume();
    return { socket, gone, ended };
  }

  it('without HTTP are closed in both directions', async () => {
    const { socket, gone, ended } = open();
    socket.write('no HTTP\r\n\r\n');
    await ended;
    // Further writes fail once the connection is closed.
    const writing = setInterval(() => socket.write('more'), 10);
    await gone;
    clearInterval(writing);
  });

  it('are limited when idle: the oldest is closed', async () => {
    await made.engine.close();
    made = await startTestEngine({ limits: { maxIdleSockets: 2 } });
    const first = open();
    const others: ReturnType<typeof open>[] = [];
    for (let n = 0; n < 2; n += 1) {
      const one = open();
      others.push(one);
      await new Promise((done) => {
        one.socket.once('connect', done);
      });
    }
    await first.ended;
    for (const { socket } of [first, ...others]) socket.destroy();
  });

  it('log no error for any request or disconnect', async () => {
    const raw = async (text: string) => {
      const { socket, ended } = open();
      socket.end(text);
      await ended;
    };
    await raw('GET // HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    await raw('GET http://[ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    await raw(
      `POST /v1/${made.root}:commit HTTP/1.1\r\nHost: x\r\n${SERVER_HEADER}: ${SERVER_SECRET}\r\nContent-Length: 100\r\n\r\nhalf of it`,
    );
    await Promise.all(many(300, () => post('commit', 'no JSON')));
    expect(made.failures).toEqual([]);
    expect(made.warnings.length).toBeLessThanOrEqual(100);
  });
});
