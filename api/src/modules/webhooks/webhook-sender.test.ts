import { systemClock } from '../../platform/clock';
import { startWebhookReceiver } from './testing/webhook-receiver';
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
