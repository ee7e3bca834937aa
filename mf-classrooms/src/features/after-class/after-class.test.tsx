import type { ClassroomSummary } from '@manabiba/shared/contract/classroom-ratings';
import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { getClassroomSummary, listClassroomRatings, rateClassroom } from '@manabiba/shared/data/endpoints';
import { aClassroomDetail, aMe, inMinutes } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { AfterClass } from './after-class';

const summary: ClassroomSummary = {
  role: 'listener',
  secondsPresent: 2700,
  attendedInARow: 3,
  attendeeCount: 12,
  recording: 'review',
  ratingUntil: inMinutes(60 * 24 * 6),
  rating: null,
};

function open(changes: Partial<ClassroomSummary> = {}, classroom: Partial<ClassroomDetail> = {}) {
  const network = new FakeNetwork().answer(getClassroomSummary, { ...summary, ...changes });
  const ended = aClassroomDetail({ state: 'ended', myRole: 'listener', commentCount: 7, ...classroom });
  return renderWithApp(<AfterClass classroom={ended} />, { me: aMe('adult'), network });
}

const fact = async (name: string) => (await screen.findByText(name)).parentElement;
const send = () => userEvent.click(screen.getByRole('button', { name: '感想を送る' }));

it('says to a participant how long they were there, how often in a row, and what was kept', async () => {
  open();
  expect(await screen.findByRole('heading', { name: 'ご参加ありがとうございました。' })).toBeVisible();
  expect(await fact('参加した時間')).toHaveTextContent('45分');
  expect(await fact('続けて受けた回数')).toHaveTextContent('3回');
  expect(await fact('コメント')).toHaveTextContent('7件');
  expect(await fact('録画')).toHaveTextContent('公開前の確認中です');
});

it('sends stars and a sentence once, and lets them be changed', async () => {
  const { network } = open();
  network.answer(rateClassroom, ({ body }) => ({
    ...(body as { stars: number; note: string }),
    ratedAt: inMinutes(0),
  }));
  await userEvent.click(await screen.findByRole('radio', { name: '星4つ' }));
  await userEvent.type(screen.getByLabelText(/ひとこと/), '図がわかりやすかったです。');
  await send();
  expect(await screen.findByText('感想を送りました。ありがとうございます。')).toBeVisible();
  expect(network.calls(rateClassroom)[0]?.body).toEqual({ stars: 4, note: '図がわかりやすかったです。' });
  expect(screen.getByRole('button', { name: '感想を直す' })).toBeDisabled();
  await userEvent.click(screen.getByRole('radio', { name: '星5つ' }));
  expect(screen.getByRole('button', { name: '感想を直す' })).toBeEnabled();
});

it('asks for stars at the field, and keeps the sentence', async () => {
  const { network } = open();
  await userEvent.type(await screen.findByLabelText(/ひとこと/), 'よかったです。');
  await send();
  expect(await screen.findByText('星を1から5で選んでください。')).toBeVisible();
  expect(network.calls(rateClassroom)).toHaveLength(0);
  expect(screen.getByLabelText(/ひとこと/)).toHaveValue('よかったです。');
});

it('keeps what was chosen when it is too late', async () => {
  const { network } = open();
  network.refuse(rateClassroom, 'conflict');
  await userEvent.click(await screen.findByRole('radio', { name: '星2つ' }));
  await send();
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.getByRole('radio', { name: '星2つ' })).toBeChecked();
});

it('shows a rating that can no longer be changed, and no form to whoever cannot rate', async () => {
  open({ ratingUntil: null, rating: { stars: 3, note: 'ありがとう。', ratedAt: inMinutes(-9000) } });
  expect(await screen.findByRole('img', { name: '5つ星のうち3つ' })).toBeVisible();
  expect(screen.queryByRole('radio')).not.toBeInTheDocument();
});

it('shows the host who came and what they said, without the names of minors', async () => {
  const { network } = open({ role: 'host', attendedInARow: null, ratingUntil: null }, { myRole: 'host' });
  network.answer(listClassroomRatings, {
    average: 4.5,
    items: [
      { stars: 5, note: 'また来ます。', nickname: '森 拓海', ratedAt: inMinutes(-5) },
      { stars: 4, note: '', nickname: null, ratedAt: inMinutes(-9) },
    ],
  });
  expect(await screen.findByRole('heading', { name: 'おつかれさまでした。' })).toBeVisible();
  expect(await fact('参加した人')).toHaveTextContent('12人');
  const received = screen.getByRole('region', { name: /みなさんの感想/ });
  expect(await within(received).findByText('4.5')).toBeVisible();
  expect(
    within(received)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([expect.stringContaining('森 拓海'), expect.stringContaining('お名前は表示されません')]);
});

it('shows nothing to whoever was not there', async () => {
  const network = new FakeNetwork().refuse(getClassroomSummary, 'role_required');
  renderWithApp(<AfterClass classroom={aClassroomDetail({ state: 'ended', myRole: 'listener' })} />, { network });
  await waitFor(() => expect(screen.queryByRole('heading')).not.toBeInTheDocument());
  expect(network.calls(getClassroomSummary)).toHaveLength(1);
});

it('says that the record cannot be shown, with a way to try again', async () => {
  const network = new FakeNetwork().refuse(getClassroomSummary, 'not_found');
  renderWithApp(<AfterClass classroom={aClassroomDetail({ state: 'ended', myRole: 'listener' })} />, { network });
  expect(await screen.findByText('参加の記録を表示できませんでした。')).toBeVisible();
  expect(screen.getByRole('button', { name: 'もう一度試す' })).toBeVisible();
});
