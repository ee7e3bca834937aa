import type { IncomingMessage } from 'node:http';

import { type Message, RawChannel } from '../testing/raw-channel';
import { ORIGIN, startTestEngine, tokenFor } from '../testing/start-test-engine';

type TestEngine = Awaited<ReturnType<typeof startTestEngine>>;
const DATABASE = 'projects/test/databases/(default)';
const ROOT = `${DATABASE}/documents`;
const text = (stringValue: string) => ({ stringValue });
const int = (n: number) => ({ integerValue: String(n) });
const listenTo = (collectionId: string, targetId = 2, more: object = {}, structuredQuery: object = {}) => ({
  database: DATABASE,
  addTarget: {
    targetId,
    query: { parent: ROOT, structuredQuery: { from: [{ collectionId }], ...structuredQuery } },
    ...more,
  },
});
const documentIds = (messages: Message[]) =>
  messages
    .map(({ documentChange }) => documentChange?.document as { name: string } | undefined)
    .filter(Boolean)
    .map((document) => document?.name.split('/').pop());
const types = (messages: Message[]) =>
  messages.map(({ targetChange, documentChange, documentDelete, filter }) =>
    targetChange
      ? targetChange.targetChangeType
      : documentChange
        ? documentChange.removedTargetIds
          ? 'left'
          : 'changed'
        : documentDelete
          ? 'gone'
          : filter
            ? `count ${String(filter.count)}`
            : 'other',
  );
const ended = (answer: IncomingMessage) =>
  new Promise<unknown>((done) => {
    if (answer.readableEnded) done(true);
    else answer.on('end', done).on('close', done);
  });

const running: TestEngine[] = [];
afterEach(async () => {
  for (const { engine } of running.splice(0)) await engine.close();
});

async function setUp(options: Parameters<typeof startTestEngine>[0] = {}) {
  const made = await startTestEngine(options);
  running.push(made);
  const token = await tokenFor('yuki');
  const listen = async (...messages: unknown[]) => {
    const channel = new RawChannel(made.url);
    await channel.open(token, messages);
    await channel.hang();
    return channel;
  };
  return { ...made, token, listen };
}

describe('a session', () => {
  it('opens with a session number, an id and the response to the first message', async () => {
    const { url, token } = await setUp();
    const channel = new RawChannel(url);
    const { status, text: body } = await channel.open(token, [listenTo('open')]);
    expect(status).toBe(200);
    expect(body).toMatch(/^\d+\n\[\[0,\["c","[\w-]{20,}","",8,14,25000\]\]\]$/);
    expect(channel.sessionId).toMatch(/^[\w-]{20,}$/);
    await channel.hang();
    expect(types(await channel.snapshots(1))).toEqual(['ADD', 'CURRENT', 'NO_CHANGE']);
    expect(channel.arrays.map(([id]) => id)).toEqual(channel.arrays.map((_, index) => index + 1));
  });

  it('counts lengths in characters, including emoji and lone surrogates', async () => {
    const { listen, set } = await setUp();
    const s = 'まなび😀\ud800"\u0000\n';
    await set('open/a', { s: text(s) });
    const channel = await listen(listenTo('open'));
    const messages = await channel.snapshots(1);
    expect(
      (messages.find(({ documentChange }) => documentChange)?.documentChange?.document as { fields: object }).fields,
    ).toEqual({ s: text(s) });
  });

  it('resends what did not arrive and nothing twice', async () => {
    const { listen, set } = await setUp();
    const channel = await listen(listenTo('open'));
    await channel.snapshots(1);
    channel.drop();
    const seen = channel.lastId;
    for (const n of [1, 2, 3]) await set(`open/d${n}`, { n: int(n) });
    await channel.hang({ acknowledged: seen - 1 });
    const messages = await channel.snapshots(5);
    expect(channel.arrays.filter(([id]) => id === seen)).toHaveLength(2);
    expect(documentIds(messages)).toEqual(['d1', 'd2', 'd3']);
    const ids = [...new Set(channel.arrays.map(([id]) => id))];
    expect(ids).toEqual(ids.map((_, index) => index + 1));
  });

  it('processes a repeated request once', async () => {
    const { url, token, call } = await setUp();
    const channel = new RawChannel(url, 'Write');
    await channel.open(token, [{ database: DATABASE }]);
    await channel.hang();
    await channel.until((messages) => messages.length === 1);
    const write = {
      streamToken: 'MQ==',
      writes: [{ transform: { document: `${ROOT}/open/n`, fieldTransforms: [{ fieldPath: 'n', increment: int(1) }] } }],
    };
    await channel.post([write], { offset: 1 });
    await channel.post([write], { offset: 1 });
    await channel.post([write], { offset: 2 });
    await channel.until((messages) => messages.length === 3);
    expect((await call('GET', '/open/n')).body.fields).toEqual({ n: int(2) });
  });

  it('returns the channel state in response to a post', async () => {
    const { listen } = await setUp();
    const channel = await listen(listenTo('open'));
    await channel.snapshots(1);
    const { text: body } = await channel.post([]);
    const [length, state] = body.split('\n') as [string, string];
    expect(state).toHaveLength(Number(length));
    expect(JSON.parse(state)).toEqual([1, channel.lastId, expect.any(Number)]);
  });

  it('answers long polls one batch at a time', async () => {
    const { url, token, set } = await setUp();
    const channel = new RawChannel(url);
    await channel.open(token, [listenTo('open')]);
    await ended(await channel.hang({ longPoll: true }));
    expect(types(channel.messages)).toEqual(['ADD', 'CURRENT', 'NO_CHANGE']);
    const next = await channel.hang({ longPoll: true });
    await set('open/a', { n: int(1) });
    await ended(next);
    expect(types(channel.messages).slice(3)).toEqual(['changed', 'NO_CHANGE']);
  });

  it('sends heartbeats', async () => {
    const { listen, engine } = await setUp({ limits: { keepaliveMs: 500 } });
    const channel = await listen();
    await channel.until(() => channel.arrays.filter(([, [word]]) => word === 'noop').length >= 2);
    expect(engine.channels).toBe(1);
  });

  it('ends a response with data after a while so that the client acknowledges it', async () => {
    const { listen, set } = await setUp({ limits: { answerMs: 500 } });
    const channel = await listen(listenTo('open'));
    await channel.snapshots(1);
    const answer = await channel.hang();
    await set('open/a', { n: int(1) });
    await channel.snapshots(2);
    await ended(answer);
    const acknowledged = channel.lastId;
    await channel.hang();
    await set('open/b', { n: int(1) });
    await channel.snapshots(3);
    expect(channel.arrays.map(([id]) => id).filter((id) => id === acknowledged)).toHaveLength(1);
  });

  it('ends when the client terminates it and is unknown afterwards', async () => {
    const { listen, engine } = await setUp();
    const channel = await listen(listenTo('open'));
    await channel.post([], { parameters: { TYPE: 'terminate' } });
    expect(engine.channels).toBe(0);
    const { status, text: body } = await channel.post([]);
    expect([status, body.indexOf('Unknown SID') > 0]).toEqual([400, true]);
    const other = await listen(listenTo('open'));
    expect((await fetch(other.address({ SID: other.sid, TYPE: 'terminate' }))).status).toBe(200);
    expect(engine.channels).toBe(0);
  });

  it('receives close after all pending data on shutdown', async () => {
    const { listen, set, engine } = await setUp();
    const channel = await listen(listenTo('open'));
    await channel.snapshots(1);
    channel.drop();
    await set('open/a', { n: int(1) });
    const answer = await channel.hang();
    await engine.close();
    await ended(answer);
    expect(documentIds(channel.messages)).toEqual(['a']);
    expect(channel.arrays.at(-1)?.[1]).toEqual(['close']);
    running.pop();
  });

  it('can be used only by the caller that opened it', async () => {
    const { listen, url, warnings } = await setUp();
    const channel = await listen(listenTo('open'));
    await channel.snapshots(1);
    const other = { authorization: `Bearer ${await tokenFor('haru')}` };
    await expect(channel.post([], { headers: other })).resolves.toMatchObject({
      status: 400,
      text: 'Error: Unknown SID',
    });
    await expect(channel.post([], { headers: { origin: ORIGIN } })).resolves.toMatchObject({ status: 400 });
    const thief = new RawChannel(url);
    [thief.sid, thief.sessionId] = [channel.sid, 'guessed'];
    await expect(thief.post([])).resolves.toMatchObject({ status: 400, text: 'Error: Unknown SID' });
    await expect(channel.post([])).resolves.toMatchObject({ status: 200 });
    expect(warnings).toEqual(
      Array.from({ length: 3 }, () => expect.objectContaining({ status: 'PERMISSION_DENIED' }) as object),
    );
  });

  it('is asked to move when the engine closes, so that its client reconnects at once', async () => {
    const { listen, engine } = await setUp();
    const channel = await listen(listenTo('open'));
    const closing = engine.close();
    await channel.until(() => channel.arrays.at(-1)?.[1][0] === 'close');
    await closing;
  });

  it('is closed when its client does not reconnect', async () => {
    const { listen, engine } = await setUp({ limits: { graceMs: 300 } });
    const channel = await listen(listenTo('open'));
    channel.drop();
    while (engine.channels > 0)
      await new Promise((next) => {
        setTimeout(next, 50);
      });
    await expect(channel.post([])).resolves.toMatchObject({ status: 400 });
  });

  it.each([
    ['an unparsable form', 'count=x'],
    ['a missing message', 'count=1&ofs=0'],
    ['invalid JSON', 'count=1&ofs=0&req0___data__={'],
    ['too many messages', 'count=99999'],
  ])('is rejected with %s', async (_what, body) => {
    const { url, warnings, failures } = await setUp();
    const response = await fetch(new RawChannel(url).address({ RID: '1' }), { method: 'POST', body });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { status: 'INVALID_ARGUMENT' } });
    expect([warnings.length, failures.length]).toEqual([1, 0]);
  });
});

describe('a Write stream', () => {
  it('responds in order and ends at the first error', async () => {
    const { url, token, warnings } = await setUp();
    const channel = new RawChannel(url, 'Write');
    await channel.open(token, [{ database: DATABASE }]);
    await channel.hang();
    const set = (path: string, more: object = {}) => ({
      writes: [{ update: { name: `${ROOT}/${path}`, fields: {} }, ...more }],
    });
    await channel.post([set('open/a'), set('open/none', { currentDocument: { exists: true } }), set('open/never')]);
    const [hello, done, refused] = (await channel.until((messages) => messages.length >= 3)) as unknown as Record<
      string,
      unknown
    >[];
    expect(hello).toMatchObject({ streamId: expect.any(String) as string, streamToken: expect.any(String) as string });
    expect(done).toMatchObject({
      writeResults: [{ updateTime: expect.stringMatching(/Z$/) as string }],
      commitTime: expect.any(String) as string,
    });
    expect(refused).toEqual({
      error: { code: 404, message: `No document to update: ${ROOT}/open/none`, status: 'NOT_FOUND' },
    });
    expect(channel.arrays.at(-1)?.[1]).toEqual(['close']);
    expect(warnings).toHaveLength(1);
  });

  it.each([
    [
      'an oversized document',
      {
        writes: [
          {
            update: {
              name: `${ROOT}/open/a`,
              fields: Object.fromEntries(['a', 'b', 'c'].map((name) => [name, text('x'.repeat(400_000))])),
            },
          },
        ],
      },
      /exceeds the maximum allowed size of 1,048,576 bytes/,
    ],
    ['an empty write', { writes: [{}] }, /./],
    ['an empty message', '"hello"', /^Invalid write request\.$/],
  ])('rejects %s, logs it once, and leaves other streams working', async (_what, message, reason) => {
    const { url, token, warnings, failures, listen, set } = await setUp();
    const listener = await listen(listenTo('open'));
    const channel = new RawChannel(url, 'Write');
    await channel.open(token, [{ database: DATABASE }]);
    await channel.hang();
    await channel.post([message]);
    const refused = (await channel.until((messages) => messages.length >= 2))[1];
    expect(refused).toEqual({
      error: { code: 400, message: expect.stringMatching(reason) as string, status: 'INVALID_ARGUMENT' },
    });
    expect([warnings.length, failures.length]).toEqual([1, 0]);
    await set('open/b', {});
    expect(documentIds(await listener.snapshots(2))).toEqual(['b']);
  });
});
