import { askQuestion } from '@manabiba/shared/data/endpoints';
import { aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, waitFor } from '@testing-library/react';

import { QuestionComposer } from './question-composer';

let room = 0;
const setUp = (network: FakeNetwork) => {
  const classroomId = `cls_${room++}`;
  const part = <QuestionComposer classroomId={classroomId} />;
  return { ...renderWithApp(part, { me: aMe('adult'), network }), part };
};
const field = () => screen.getByRole('textbox', { name: '質問' });
const send = () => screen.getByRole('button', { name: '質問する' });

it('keeps a refused question with the reason, also while the tab is closed', async () => {
  const network = new FakeNetwork().refuse(askQuestion, 'rate_limited');
  const { user, unmount, part } = setUp(network);
  await user.type(field(), 'なぜですか');
  await user.click(send());
  await waitFor(() => expect(field()).toBeInvalid());
  expect(field()).toHaveValue('なぜですか');
  unmount();
  renderWithApp(part, { me: aMe('adult'), network });
  expect(field()).toHaveValue('なぜですか');
});

it('clears the field once the question is sent, but not of the next one', async () => {
  const network = new FakeNetwork();
  const { user } = setUp(network);
  const answer = network.hold(askQuestion);
  await user.type(field(), 'なぜですか');
  await user.click(send());
  await user.type(field(), 'いつですか');
  answer({} as never);
  expect(await screen.findByText('質問を送りました。')).toBeInTheDocument();
  expect(field()).toHaveValue('なぜですかいつですか');
  await user.click(send());
  await waitFor(() => expect(field()).toHaveValue(''));
});

it('counts the characters and sends nothing that is too long', async () => {
  const network = new FakeNetwork().refuse(askQuestion, 'invalid');
  const { user } = setUp(network);
  await user.click(field());
  await user.paste('あ'.repeat(201));
  expect(screen.getByText('201 / 200')).toBeInTheDocument();
  await user.click(send());
  expect(await screen.findByText('質問は200文字以内で入力してください。')).toBeInTheDocument();
  expect(network.calls(askQuestion)).toEqual([]);
});
