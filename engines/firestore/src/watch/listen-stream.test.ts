import { memoryStorage } from '../storage/memory-storage';
import { type Message, RawChannel } from '../testing/raw-channel';
import { startTestEngine, tokenFor } from '../testing/start-test-engine';

type TestEngine = Awaited<ReturnType<typeof startTestEngine>>;
const DATABASE = 'projects/test/databases/(default)';
const ROOT = `${DATABASE}/documents`;
const int = (n: number) => ({ integerValue: String(n) });
const query = (structuredQuery: object = {}, targetId = 2, more: object = {}) => ({
  database: DATABASE,
  addTarget: {
    targetId,
    query: { parent: ROOT, structuredQuery: { from: [{ collectionId: 'open' }], ...structuredQuery } },
    ...more,
  },
});
const documents = (paths: string[], targetId = 2, more: object = {}) => ({
  database: DATABASE,
  addTarget: { targetId, documents: { documents: paths.map((path) => `${ROOT}/${path}`) }, ...more },
});
const window = { orderBy: [{ field: { fieldPath: 'n' }, direction: 'DESCENDING' }], limit: 2 };
const small = { where: { fieldFilter: { field: { fieldPath: 'n' }, op: 'LESS_THAN', value: int(10) } } };

/** Summarizes messages: `+a` document added or changed, `-a` removed from the results, `x a` deleted. */
const summaryOf = (messages: Message[]) =>
  messages.map(({ targetChange, documentChange, documentDelete, filter }) => {
    const id = String(
      (documentChange?.document as { name?: string } | undefined)?.name ?? documentDelete?.document ?? '',
    )
      .split('/')
      .pop();
    if (documentChange) return `${documentChange.removedTargetIds ? '-' : '+'}${id}`;
    if (documentDelete) return `x${id}`;
    return filter ? `count ${String(filter.count)}` : String(targetChange?.targetChangeType).replace('NO_CHANGE', '!');
  });
const causeOf = (messages: Message[]) => messages.at(-1)?.targetChange?.cause;

const running: TestEngine[] = [];
afterEach(async () => {
  for (const { engine } of running.splice(0)) await engine.close();
});

async function setUp(options: Parameters<typeof startTestEngine>[0] = {}) {
  const made = await startTestEngine(options);
  running.push(made);
  const listen = async (...messages: unknown[]) => {
    const channel = new RawChannel(made.url);
    await channel.open(await tokenFor('yuki'), messages);
    await channel.hang();
    return channel;
  };
  const remove = (path: string) => made.call('DELETE', `/${path}`);
  const fill = async (...ns: number[]) => {
    for (const n of ns) await made.set(`open/d${n}`, { n: int(n) });
  };
  return { ...made, listen, remove, fill };
}

const tokenOf = (messages: Message[]) =>
  messages.filter(({ targetChange }) => targetChange?.resumeToken).at(-1)?.targetChange?.resumeToken;

describe('a query target', () => {
  it('sends its results in order, then every change, one snapshot per commit', async () => {
    const { listen, set, remove, fill, call } = await setUp();
    await fill(3, 1, 2);
    const channel = await listen(query({ ...small, orderBy: [{ field: { fieldPath: 'n' }, direction: 'ASCENDING' }] }));
    await channel.snapshots(1);
    await set('open/d4', { n: int(4) });
    await set('open/d1', { n: int(99) });
    await set('open/d1', { n: int(98) });
    await remove('open/d2');
    await call('POST', ':commit', {
      writes: [1, 5].map((n) => ({ update: { name: `${ROOT}/open/d${n}`, fields: { n: int(n) } } })),
    });
    expect(summaryOf(await channel.snapshots(5))).toEqual([
      'ADD',
      '+d1',
      '+d2',
      '+d3',
      'CURRENT',
      '!',
      '+d4',
      '!',
      '-d1',
      '!',
      'xd2',
      '!',
      '+d1',
      '+d5',
      '!',
    ]);
    const times = channel.messages
      .map(({ targetChange }) => targetChange?.readTime as string | undefined)
      .filter((time) => time !== undefined);
    expect(times).toEqual([...times].sort());
  });

  it('maintains a limit window, including documents that leave it and move up', async () => {
    const { listen, remove, fill } = await setUp();
    await fill(1, 2, 3);
    const channel = await listen(query(window));
    await channel.snapshots(1);
    await fill(4);
    await remove('open/d4');
    await fill(0);
    await fill(5);
    expect(summaryOf(await channel.snapshots(4)).slice(1)).toEqual([
      '+d3',
      '+d2',
      'CURRENT',
      '!',
      '-d2',
      '+d4',
      '!',
      'xd4',
      '+d2',
      '!',
      '-d2',
      '+d5',
      '!',
    ]);
  });

  it('fails on its own without affecting other targets of the stream', async () => {
    const { listen, fill, warnings, failures } = await setUp();
    const channel = await listen(
      query(),
      query({ from: [{ collectionId: 'closed' }] }, 4),
      query({ limit: -1 }, 6),
      query({}, 2),
    );
    const messages = await channel.until(
      (all) => all.filter(({ targetChange }) => targetChange?.targetChangeType === 'REMOVE').length === 3,
    );
    const causes = messages
      .filter(({ targetChange }) => targetChange?.cause)
      .map(({ targetChange }) => [targetChange?.targetIds, targetChange?.cause]);
    expect(causes).toEqual([
      [[4], { code: 7, message: 'Missing or insufficient permissions.' }],
      [[6], { code: 3, message: 'limit is negative' }],
      [[2], { code: 3, message: 'Target ID 2 is already in use.' }],
    ]);
    expect([warnings.length, failures.length]).toEqual([3, 0]);
    await fill(1);
    await channel.snapshots(2);
  });

  it('ends when it is removed and can be added again immediately', async () => {
    const { listen, fill } = await setUp();
    const channel = await listen(query(), { database: DATABASE, removeTarget: 2 }, query());
    await channel.snapshots(2);
    await fill(1);
    expect(summaryOf(await channel.snapshots(3))).toEqual([
      'ADD',
      'CURRENT',
      '!',
      'REMOVE',
      'ADD',
      'CURRENT',
      '!',
      '+d1',
      '!',
    ]);
  });

  it('queries a collection group, entirely or below a document, and applies the field projection', async () => {
    const { listen, set } = await setUp();
    const deep = { from: [{ collectionId: 'open', allDescendants: true }] };
    const below = {
      database: DATABASE,
      addTarget: { targetId: 4, query: { parent: `${ROOT}/rooms/r1`, structuredQuery: deep } },
    };
    await set('rooms/r2/open/a', { n: int(1) });
    const channel = await listen(query({ ...deep, select: { fields: [{ fieldPath: 'n' }] } }), below);
    await channel.snapshots(2);
    await set('rooms/r1/open/b', { n: int(2), more: int(3) });
    await set('rooms/r1/other/c', { n: int(2) });
    await set('open/d', {});
    const messages = await channel.snapshots(4);
    expect(summaryOf(messages)).toEqual([
      'ADD',
      '+a',
      'CURRENT',
      '!',
      'ADD',
      'CURRENT',
      '!',
      '+b',
      '+b',
      '!',
      '+d',
      '!',
    ]);
    const fieldsOf = (targetId: number) =>
      messages
        .filter(({ documentChange }) => documentChange && (documentChange.targetIds as number[])[0] === targetId)
        .map(({ documentChange }) => (documentChange?.document as { fields: object }).fields);
    expect(fieldsOf(2)).toEqual([{ n: int(1) }, { n: int(2) }, {}]);
    expect(fieldsOf(4)).toEqual([{ n: int(2), more: int(3) }]);
  });

  it('with once set ends when it is complete', async () => {
    const { listen, fill } = await setUp();
    await fill(1);
    const channel = await listen(query({}, 2, { once: true }));
    await channel.until((messages) => summaryOf(messages).includes('REMOVE'));
    expect(summaryOf(channel.messages)).toEqual(['ADD', '+d1', 'CURRENT', '!', 'REMOVE']);
  });

  it('receives progress while nothing changes', async () => {
    const { listen, set } = await setUp({ limits: { keepaliveMs: 2000 } });
    const channel = await listen(query());
    const before = tokenOf(await channel.snapshots(1));
    const { body } = await set('elsewhere/x', {});
    const messages = await channel.snapshots(2);
    expect(summaryOf(messages)).toEqual(['ADD', 'CURRENT', '!', '!']);
    expect(tokenOf(messages)).not.toBe(before);
    expect(messages.at(-1)?.targetChange?.readTime).toBe(body.updateTime);
  });

  it('arrives in parts sized for the client and includes changes made meanwhile', async () => {
    const { listen, set, remove, fill } = await setUp({ limits: { bytesPerAnswer: 20_000 } });
    await fill(900);
    for (let n = 0; n < 30; n += 1) await set(`open/big${10 + n}`, { s: { stringValue: 'x'.repeat(3000) } });
    const channel = await listen(query());
    await channel.until((messages) => messages.length > 3);
    await remove('open/big10');
    await set('open/zz', {});
    while (!channel.messages.some(({ targetChange }) => targetChange?.targetChangeType === 'CURRENT'))
      await channel.hang();
    const present = new Set<string>();
    for (const message of summaryOf(channel.messages)) {
      if (message.startsWith('+')) present.add(message.slice(1));
      if (message.startsWith('x')) present.delete(message.slice(1));
    }
    expect([...present].sort()).toEqual([...Array.from({ length: 29 }, (_, n) => `big${11 + n}`), 'd900', 'zz']);
  });
});

describe('a documents target', () => {
  it('reports existing, missing, created and deleted documents', async () => {
    const { listen, set, remove } = await setUp();
    await set('open/a', {});
    const channel = await listen(documents(['open/a']), documents(['open/b'], 4));
    await channel.snapshots(2);
    await set('open/b', {});
    await remove('open/a');
    expect(summaryOf(await channel.snapshots(4))).toEqual([
      'ADD',
      '+a',
      'CURRENT',
      '!',
      'ADD',
      'xb',
      'CURRENT',
      '!',
      '+b',
      '!',
      'xa',
      '!',
    ]);
  });

  it('is rejected for an invalid path', async () => {
    const { listen } = await setUp();
    const channel = await listen(documents(['open']));
    expect(causeOf(await channel.until((messages) => messages.length === 2))).toMatchObject({ code: 3 });
  });
});

describe('a resumed target', () => {
  async function resumed(
    first: object,
    change: (made: Awaited<ReturnType<typeof setUp>>) => Promise<unknown>,
    options: Parameters<typeof startTestEngine>[0] = {},
  ) {
    const { storage = memoryStorage() } = options;
    let clock = Date.now();
    const made = await setUp({ storage, clock: () => clock, ...options });
    await made.fill(1, 2, 3);
    const channel = await made.listen(query(first));
    const resumeToken = tokenOf(await channel.snapshots(1));
    channel.drop();
    await change(made);
    await made.engine.close();
    running.splice(0);
    clock -= 3_600_000;
    const again = await setUp({ ...options, storage, clock: () => clock });
    const second = await again.listen(query(first, 2, { resumeToken, expectedCount: 3 }));
    return summaryOf(await second.snapshots(1));
  }

  it('receives what has changed, even after a restart with the clock set back', async () => {
    expect(
      await resumed(small, async ({ set, remove, fill }) => {
        await fill(4);
        await set('open/d1', { n: int(11) });
        await remove('open/d2');
      }),
    ).toEqual(['ADD', '+d4', 'xd2', '-d1', 'count 2', 'CURRENT', '!']);
  });

  it('receives nothing when nothing has changed', async () => {
    expect(await resumed({}, () => Promise.resolve())).toEqual(['ADD', 'count 3', 'CURRENT', '!']);
  });

  it('receives the whole window when the query has a limit', async () => {
    expect(
      await resumed(window, async ({ remove }) => {
        await remove('open/d3');
      }),
    ).toEqual(['ADD', 'RESET', '+d2', '+d1', 'CURRENT', '!']);
  });

  it('starts over when the deletions since then are no longer known', async () => {
    const storage = memoryStorage();
    expect(
      await resumed(
        {},
        async ({ remove, engine }) => {
          await remove('open/d2');
          await engine.close();
          await storage.forgetDeleted(Date.now() * 1000 + 1_000_000);
        },
        { storage },
      ),
    ).toEqual(['ADD', 'RESET', '+d1', '+d3', 'CURRENT', '!']);
  });

  it.each(['bm9uc2Vuc2U=', Buffer.from('another-store/1700000000000000').toString('base64')])(
    'starts over with the token %s',
    async (resumeToken) => {
      const { listen, fill } = await setUp();
      await fill(1);
      const channel = await listen(query({}, 2, { resumeToken }));
      expect(summaryOf(await channel.snapshots(1))).toEqual(['ADD', 'RESET', '+d1', 'CURRENT', '!']);
    },
  );
});

describe('listener authorization', () => {
  it.each([
    [
      'with a forged token',
      () => tokenFor('yuki', { key: new TextEncoder().encode('another key that is just as long as it') }),
    ],
    ['with an expired token', () => tokenFor('yuki', { seconds: -5 })],
    ['with the owner token of an emulator', () => Promise.resolve('owner')],
  ])('denies a caller %s', async (_how, token) => {
    const { url, warnings, call } = await setUp();
    const channel = new RawChannel(url);
    await channel.open(await token(), [query()]);
    await channel.hang();
    expect(causeOf(await channel.until((messages) => messages.length === 2))).toEqual({
      code: 7,
      message: 'Missing or insufficient permissions.',
    });
    expect(warnings).toHaveLength(1);
    expect(await call('GET', '/open/a', undefined, { authorization: `Bearer ${await token()}` })).toMatchObject({
      status: 401,
      body: { error: { status: 'UNAUTHENTICATED' } },
    });
  });

  it('ends the target when the token expires', async () => {
    let aheadMs = 0;
    const { url } = await setUp({ limits: { recheckMs: 100 }, clock: () => Date.now() + aheadMs });
    const channel = new RawChannel(url);
    await channel.open(await tokenFor('yuki', { seconds: 20 }), [query()]);
    await channel.hang();
    await channel.snapshots(1);
    aheadMs = 20_000;
    expect(
      causeOf(
        await channel.until((messages) =>
          messages.some(({ targetChange }) => targetChange?.targetChangeType === 'REMOVE'),
        ),
      ),
    ).toEqual({ code: 7, message: 'Missing or insufficient permissions.' });
  });

  it('ends only the affected target when the rules change their decision', async () => {
    const banned = new Set<string>();
    const { listen, engine, set } = await setUp({
      authorize: ({ caller, ...request }) =>
        caller.kind === 'user' && !(banned.has(caller.uid) && 'path' in request && request.path === 'open/a'),
    });
    const channel = await listen(documents(['open/a']), documents(['open/b'], 4));
    await channel.snapshots(2);
    banned.add('yuki');
    engine.recheck((caller) => caller.kind === 'user' && caller.uid === 'yuki');
    await channel.until((messages) => messages.some(({ targetChange }) => targetChange?.targetChangeType === 'REMOVE'));
    await set('open/a', {});
    await set('open/b', {});
    expect(summaryOf(await channel.snapshots(3)).slice(-3)).toEqual(['REMOVE', '+b', '!']);
  });

  it('ends the target at once when the document that grants access is deleted', async () => {
    const { listen, set, call } = await setUp({
      limits: { recheckMs: 60_000 },
      authorize: ({ caller, documents: reader, ...request }) =>
        caller.kind === 'user' &&
        (('path' in request && request.path === 'open/b') || reader.get(`members/${caller.uid}`) !== undefined),
      rightsChangedBy: ({ path, after }) => (after ? undefined : /^members\/(.+)$/.exec(path)?.[1]),
    });
    await set('members/yuki', {});
    await set('members/haru', {});
    const channel = await listen(documents(['open/a']), documents(['open/b'], 4));
    await channel.snapshots(2);
    await call('DELETE', '/members/haru');
    await set('open/a', {});
    expect(summaryOf(await channel.snapshots(3)).slice(-2)).toEqual(['+a', '!']);
    await call('DELETE', '/members/yuki');
    await set('open/a', { n: int(2) });
    await set('open/b', {});
    const messages = await channel.snapshots(4);
    expect(summaryOf(messages).slice(-3)).toEqual(['REMOVE', '+b', '!']);
    expect(
      messages.find(({ targetChange }) => targetChange?.targetChangeType === 'REMOVE')?.targetChange,
    ).toMatchObject({ targetIds: [2], cause: { code: 7 } });
  });

  it('rejects a page from another origin', async () => {
    const { url } = await setUp();
    const response = await fetch(new RawChannel(url).address({ RID: '1' }), {
      method: 'POST',
      body: 'count=0',
      headers: { origin: 'http://evil.test' },
    });
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([403, null]);
  });
});

describe('limits', () => {
  it('a slow reader is dropped and can resume', async () => {
    const { listen, set, engine } = await setUp({ limits: { maxQueuedBytes: 20_000 } });
    const channel = await listen(query());
    const resumeToken = tokenOf(await channel.snapshots(1));
    channel.drop();
    for (let n = 0; n < 15; n += 1) await set(`open/d${n}`, { s: { stringValue: 'x'.repeat(2000) } });
    expect(engine.channels).toBe(0);
    await expect(channel.post([])).resolves.toMatchObject({ status: 400, text: 'Error: Unknown SID' });
    const again = await listen(query({}, 2, { resumeToken }));
    expect(summaryOf(await again.snapshots(1)).filter((message) => message.startsWith('+'))).toHaveLength(15);
  });

  it('targets per stream and channels per user are limited', async () => {
    const { listen, url } = await setUp({ limits: { maxTargetsPerStream: 2, maxChannelsPerUser: 2 } });
    const channel = await listen(query(), query({ limit: 1 }, 4), query({ limit: 2 }, 6));
    expect(
      causeOf(await channel.until((messages) => messages.at(-1)?.targetChange?.targetChangeType === 'REMOVE')),
    ).toMatchObject({ code: 8 });
    await listen();
    const third = new RawChannel(url);
    await expect(third.open(await tokenFor('yuki'), [])).resolves.toMatchObject({ status: 429 });
    await expect(third.open(await tokenFor('haru'), [])).resolves.toMatchObject({ status: 200 });
  });

  it('the total number of channels is limited, and a closed one frees its place', async () => {
    const { listen, url } = await setUp({ limits: { maxChannels: 1 } });
    const channel = await listen();
    const other = new RawChannel(url);
    await expect(other.open(await tokenFor('haru'), [])).resolves.toMatchObject({
      status: 429,
      text: expect.stringContaining('RESOURCE_EXHAUSTED') as string,
    });
    await channel.post([], { parameters: { TYPE: 'terminate' } });
    await expect(other.open(await tokenFor('haru'), [])).resolves.toMatchObject({ status: 200 });
  });
});
