import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createMailEngine, type MailEngine } from '@manabiba/engine-mail/engine';

import { createSmtpTransport } from '../../api/src/platform/mail/smtp';

let folder: string;
let server: MailEngine;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'smtp-'));
  server = await createMailEngine({ file: join(folder, 'mails.jsonl'), productName: 'まなびば' });
  await server.listen({ smtpPort: 0, pagePort: 0 });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

it.each([
  ['hanako@example.test', 'hanako@example.test'],
  ["o'brien+tag@example.test", "o'brien+tag@example.test"],
  ['hanako@xn--r8jz45g.test', 'hanako@例え.test'],
])('passes %s to the mail server as the only recipient', async (to, recipient) => {
  const send = createSmtpTransport({ smtpUrl: server.smtpUrl, from: 'まなびば <noreply@manabiba.test>' });
  await send?.({ to, subject: to, text: 'x', html: '<p>x</p>', messageId: `<${to.length}@manabiba>` });
  expect(server.mails.list().find(({ subject }) => subject === to)).toMatchObject({ to: [recipient] });
});

it.each([
  ['n1<victim@example.test>'],
  ['a@example.test, victim@example.test'],
  ['group: victim@example.test;'],
  ['"x" <victim@example.test>'],
])('never parses %j as a list: no address in it receives the mail', async (to) => {
  const send = createSmtpTransport({ smtpUrl: server.smtpUrl, from: 'まなびば <noreply@manabiba.test>' });
  await send?.({ to, subject: 'to a list', text: 'x', html: '<p>x</p>', messageId: `<${to.length}@manabiba>` }).catch(
    () => undefined,
  );
  expect(server.mails.list('victim@example.test')).toEqual([]);
});
