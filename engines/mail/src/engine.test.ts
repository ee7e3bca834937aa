import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createTransport } from 'nodemailer';

import { createMailEngine, type MailEngine } from './engine';

let folder: string;
let engine: MailEngine;
async function start(): Promise<MailEngine> {
  const started = await createMailEngine({ file: join(folder, 'mails.jsonl'), productName: 'まなびば' });
  await started.listen({ smtpPort: 0, pagePort: 0 });
  return started;
}
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mail-engine-'));
  engine = await start();
});
afterEach(async () => {
  await engine.close();
  await rm(folder, { recursive: true });
});

const send = (changes: object = {}) =>
  createTransport(engine.smtpUrl).sendMail({
    from: 'まなびば <noreply@manabiba.test>',
    to: 'hanako@example.test',
    subject: '登録の確認',
    text: '確認してください。\nhttps://manabiba.test/verify_email?token=a&b=1',
    html: '<p>確認</p><script>alert(1)</script>',
    ...changes,
  });
const get = async (path: string) => {
  const answer = await fetch(new URL(path, engine.pageUrl));
  return {
    status: answer.status,
    body: await answer.text(),
    policy: answer.headers.get('content-security-policy') ?? '',
  };
};

it('keeps received mails unchanged', async () => {
  await send();
  expect(engine.mails.list()).toMatchObject([
    {
      from: 'noreply@manabiba.test',
      to: ['hanako@example.test'],
      subject: '登録の確認',
      text: expect.stringContaining('確認してください。'),
    },
  ]);
});

it('lists all envelope recipients, including bcc, and filters by address', async () => {
  await send({ bcc: 'taro@example.test' });
  await send({ to: 'jiro@example.test', subject: '次郎へ' });
  expect(engine.mails.list('TARO@example.test')).toMatchObject([{ to: ['hanako@example.test', 'taro@example.test'] }]);
  const { mails } = JSON.parse((await get('/mails.json?to=jiro@example.test')).body) as {
    mails: { subject: string }[];
  };
  expect(mails.map(({ subject }) => subject)).toEqual(['次郎へ']);
});

it('keeps mails across a restart until they are cleared', async () => {
  await send();
  await engine.close();
  engine = await start();
  expect(engine.mails.list()).toHaveLength(1);
  const cleared = await fetch(new URL('/clear', engine.pageUrl), { method: 'POST', redirect: 'manual' });
  expect(cleared.status).toBe(303);
  await engine.close();
  engine = await start();
  expect(engine.mails.list()).toEqual([]);
});

it('rejects a mail that is too large', async () => {
  await expect(send({ text: 'あ'.repeat(3_000_000) })).rejects.toThrow('552');
  expect(engine.mails.list()).toEqual([]);
});

it('shows a list and single mails with clickable links', async () => {
  await send({ subject: '<b>件名</b>' });
  const { body: list, policy } = await get('/');
  expect(list).toContain('&lt;b&gt;件名&lt;/b&gt;');
  expect(policy).toContain("default-src 'none'");
  const path = /\/mails\/[\w-]+/.exec(list)?.[0] ?? '';
  expect((await get(path)).body).toContain(
    '<a href="https://manabiba.test/verify_email?token=a&amp;b=1" target="_blank"',
  );
});

it('shows the HTML of a mail without running scripts', async () => {
  await send();
  const [mail] = engine.mails.list();
  const { body, policy } = await get(`/mails/${mail?.id}/html`);
  expect(body).toContain('<script>alert(1)</script>');
  expect(policy).toMatch(/^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'/);
  expect((await get(`/mails/${mail?.id}`)).body).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
});

it.each([
  ['/mails/nothing', 404],
  ['/elsewhere', 404],
  ['/mails/..%2f', 404],
])('responds with an error at %s', async (path, status) => {
  expect((await get(path)).status).toBe(status);
});

it('answers only under a host name of this machine and does not clear mails for another origin', async () => {
  await send();
  const { port } = new URL(engine.pageUrl);
  const statusOf = (method: string, path: string, headers: Record<string, string>) =>
    new Promise<number | undefined>((done, fail) => {
      request({ port, method, path, host: '127.0.0.1', headers }, (answer) => {
        answer.resume();
        done(answer.statusCode);
      })
        .on('error', fail)
        .end();
    });
  expect(await statusOf('GET', '/mails.json', { host: 'evil.test' })).toBe(421);
  expect(await statusOf('POST', '/clear', { host: `localhost:${port}`, origin: 'https://evil.test' })).toBe(405);
  expect(engine.mails.list()).toHaveLength(1);
});

it.each(['smtpPort', 'pagePort'] as const)(
  'leaves nothing open when its %s is taken, and can then listen on free ports',
  async (taken) => {
    const ports = { smtpPort: Number(new URL(engine.smtpUrl).port), pagePort: Number(new URL(engine.pageUrl).port) };
    const second = await createMailEngine({ productName: 'まなびば' });
    await expect(second.listen({ smtpPort: 0, pagePort: 0, [taken]: ports[taken] })).rejects.toThrow('EADDRINUSE');
    await second.listen({ smtpPort: 0, pagePort: 0 });
    await createTransport(second.smtpUrl).sendMail({
      from: 'a@example.test',
      to: 'b@example.test',
      subject: 'ここに',
      text: '届く',
    });
    expect(second.mails.list()).toMatchObject([{ subject: 'ここに' }]);
    expect((await fetch(second.pageUrl)).status).toBe(200);
    await second.close();
  },
);

it('is healthy only while it is listening', async () => {
  const second = await createMailEngine({ productName: 'まなびば' });
  await expect(second.health()).rejects.toThrow('does not listen');
  await second.listen({ smtpPort: 0, pagePort: 0 });
  await second.health();
  await second.close();
  await expect(second.health()).rejects.toThrow('does not listen');
});
