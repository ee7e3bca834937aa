import { systemClock } from '../../platform/clock';
import { startWebhookReceiver, verifyWebhook } from './testing/webhook-receiver';
import { createWebhookSecrets } from './webhook-secrets';
import { createWebhookSender } from './webhook-sender';

it.each([
  ['never answers', () => undefined],
  ['never ends its answer', (response: { write: (text: string) => unknown }) => void response.write('あ')],
])('gives up on a receiver that %s', async (_what, answer) => {
  const receiver = await startWebhookReceiver();
  receiver.answer = answer;
  const secrets = createWebhookSecrets('a secret for the tests');
  const send = createWebhookSender({ allowsPrivate: true, secrets, clock: systemClock, deadlineMs: 100 });
  const secret = secrets.encrypt(secrets.create());
  expect(await send({ url: receiver.url, messageId: 'msg_1', body: '{}', secrets: [secret] })).toMatchObject({
    status: null,
    answer: '時間内に応答がありませんでした。',
  });
  await receiver.close();
});

it('signs with a new secret while the former cannot be read, and says so while none can', async () => {
  const receiver = await startWebhookReceiver();
  const former = createWebhookSecrets('a former secret');
  const unreadable = former.encrypt(former.create());
  const secrets = createWebhookSecrets('a secret for the tests');
  const send = createWebhookSender({ allowsPrivate: true, secrets, clock: systemClock });
  const message = { url: receiver.url, messageId: 'msg_1', body: '{}' };
  expect(await send({ ...message, secrets: [unreadable] })).toMatchObject({
    status: null,
    answer: '署名の秘密鍵を読み取れません。新しい秘密鍵にしてください。',
  });
  const secret = secrets.create();
  expect(await send({ ...message, secrets: [secrets.encrypt(secret), unreadable] })).toMatchObject({ status: 200 });
  const [received] = receiver.received;
  if (!received) throw new Error('unreachable');
  expect(() => verifyWebhook(secret, received)).not.toThrow();
  await receiver.close();
});
