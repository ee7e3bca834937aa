import type { ClassroomSummary } from '@manabiba/shared/contract/classroom-summaries';
import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { getClassroomSummary } from '@manabiba/shared/data/endpoints';
import { aClassroomDetail, aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, waitFor } from '@testing-library/react';

import { AfterClass } from './after-class';

const summary: ClassroomSummary = {
  role: 'listener',
  secondsPresent: 2700,
  attendedInARow: 3,
  attendeeCount: 12,
  recording: 'review',
};

function open(changes: Partial<ClassroomSummary> = {}, classroom: Partial<ClassroomDetail> = {}) {
  const network = new FakeNetwork().answer(getClassroomSummary, { ...summary, ...changes });
  const ended = aClassroomDetail({ state: 'ended', myRole: 'listener', commentCount: 7, ...classroom });
  return renderWithApp(<AfterClass classroom={ended} />, { me: aMe('adult'), network });
}

const fact = async (name: string) => (await screen.findByText(name)).parentElement;

it('says to a participant how long they were there, how often in a row, and what was kept', async () => {
  open();
  expect(await screen.findByRole('heading', { name: 'ご参加ありがとうございました。' })).toBeVisible();
  expect(await fact('参加した時間')).toHaveTextContent('45分');
  expect(await fact('続けて受けた回数')).toHaveTextContent('3回');
  expect(await fact('コメント')).toHaveTextContent('7件');
  expect(await fact('録画')).toHaveTextContent('公開前の確認中です');
});

it('shows the host who came', async () => {
  open({ role: 'host', attendedInARow: null }, { myRole: 'host' });
  expect(await screen.findByRole('heading', { name: 'おつかれさまでした。' })).toBeVisible();
  expect(await fact('参加した人')).toHaveTextContent('12人');
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
