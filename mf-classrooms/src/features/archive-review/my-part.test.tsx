import { getMyPart, takeUtterancesOut } from '@manabiba/shared/data/endpoints';
import { anArchive } from '@manabiba/shared/testing/archive-builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, waitFor, within } from '@testing-library/react';

import { Player } from '../../core/playback/player';
import { installFakeVideo } from '../../core/testing/fake-video';
import { MyPart } from './my-part';

beforeEach(installFakeVideo);

const utterances = [
  { id: 'utt_1', at: 664, seconds: 14.2, text: 'α はどちらの向きに測りますか。', isOut: false },
  { id: 'utt_2', at: 1510, seconds: 31, text: null, isOut: false },
  { id: 'utt_3', at: null, seconds: 3, text: 'わかりました。', isOut: false },
];

async function setUp(
  given: typeof utterances | null = utterances,
  answer: { isDeleted: boolean } | null = { isDeleted: false },
) {
  const review = {
    myRole: 'speaker',
    progress: 100,
    failure: null,
    publishesAt: '2026-11-28T10:15:00.000Z',
    otherSpeakers: 1,
    isMyPartRecorded: true,
    isMyPartOut: false,
    cutStart: 0,
    cutEnd: 0,
  } as const;
  const archive = anArchive({ publishedAt: null, durationSeconds: 2700, review });
  const network = new FakeNetwork();
  if (given) network.answer(getMyPart, { utterances: given });
  else network.unplug(getMyPart);
  if (answer) network.answer(takeUtterancesOut, answer);
  else network.refuse(takeUtterancesOut, 'not_open');
  const video = document.createElement('video');
  const player = new Player({
    urls: { hlsUrl: null, fileUrl: 'http://localhost/video.mp4' },
    startAt: 0,
    durationSeconds: 2700,
    renew: () => Promise.reject(new Error('not asked for')),
    onRefused: () => undefined,
  });
  player.attach(video);
  const app = renderWithApp(<MyPart archive={archive} review={review} player={player} />, { network });
  await app.user.click(screen.getByRole('button', { name: '自分の発言を外す' }));
  const dialog = within(await screen.findByRole('dialog', { name: '自分の発言を外す' }));
  const bodies = () => network.calls(takeUtterancesOut).map(({ body }) => body);
  return { ...app, network, video, dialog, bodies };
}
const submit = '選んだ発言を外す';

it('takes exactly the chosen utterances out', async () => {
  const { user, dialog, bodies } = await setUp();
  expect(await dialog.findByText(/α はどちらの向きに測りますか。/)).toBeVisible();
  expect(dialog.getByRole('img', { name: '45分0秒のうち、あなたの発言は2か所' })).toBeVisible();
  await user.click(dialog.getByRole('switch', { name: '11:04から14秒を外す' }));
  await user.click(dialog.getByRole('switch', { name: '25:10から31秒を外す' }));
  await user.click(dialog.getByRole('switch', { name: '動画から切った部分の3秒を外す' }));
  await user.click(dialog.getByRole('switch', { name: '25:10から31秒を外す' }));
  await user.click(dialog.getByRole('button', { name: submit }));
  expect(await screen.findByText('発言を外しました。動画を作り直しています。')).toBeInTheDocument();
  expect(bodies()).toEqual([{ utteranceIds: ['utt_1', 'utt_3'] }]);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('takes the whole part out with すべて外す, whatever else is chosen', async () => {
  const { user, dialog, bodies } = await setUp();
  await user.click(await dialog.findByRole('switch', { name: '11:04から14秒を外す' }));
  await user.click(dialog.getByRole('checkbox', { name: /すべて外す/ }));
  for (const one of dialog.getAllByRole('switch')) {
    expect(one).toBeChecked();
    expect(one).toBeDisabled();
  }
  await user.click(dialog.getByRole('button', { name: 'すべて外す' }));
  await waitFor(() => expect(bodies()).toEqual([{}]));
});

it('shows what is out already, and does not offer to bring it back', async () => {
  const { dialog } = await setUp([{ ...utterances[1], isOut: true } as (typeof utterances)[number]]);
  const out = await dialog.findByRole('switch', { name: '25:10から31秒を外しました' });
  expect(out).toBeChecked();
  expect(out).toBeDisabled();
});

it('plays an utterance behind the dialog, and stops with it', async () => {
  const { user, dialog, video } = await setUp();
  await user.click(await dialog.findByRole('button', { name: '11分4秒から再生' }));
  expect(video.currentTime).toBe(664);
  expect(video.paused).toBe(false);
  expect(dialog.getByRole('button', { name: '再生できません' })).toBeDisabled();
  await user.click(dialog.getByRole('button', { name: 'キャンセル' }));
  expect(video.paused).toBe(true);
});

it('asks for a choice before anything is sent', async () => {
  const { user, dialog, bodies } = await setUp();
  await dialog.findAllByRole('switch');
  await user.click(dialog.getByRole('button', { name: submit }));
  expect(dialog.getByText('外す発言を選んでください。')).toBeVisible();
  expect(bodies()).toEqual([]);
});

it('asks before a choice is discarded', async () => {
  const { user, dialog } = await setUp();
  await user.click(await dialog.findByRole('switch', { name: '11:04から14秒を外す' }));
  await user.click(dialog.getByRole('button', { name: 'キャンセル' }));
  expect(screen.getByRole('dialog', { name: '入力した内容を破棄しますか' })).toBeVisible();
});

it('offers the whole part when no utterance is known', async () => {
  const { dialog } = await setUp([]);
  expect(await dialog.findByText('一つずつ選べる発言は見つかりませんでした。')).toBeVisible();
  expect(dialog.getByRole('checkbox', { name: /すべて外す/ })).toBeEnabled();
});

it('offers to load again what could not be loaded', async () => {
  const { user, dialog, network } = await setUp(null);
  expect(await dialog.findByText('発言を読み込めませんでした。')).toBeVisible();
  network.answer(getMyPart, { utterances });
  await user.click(dialog.getByRole('button', { name: 'もう一度試す' }));
  expect(await dialog.findAllByRole('switch')).toHaveLength(3);
});

it('keeps the choice when the call is refused', async () => {
  const { user, dialog, bodies } = await setUp(utterances, null);
  await user.click(await dialog.findByRole('switch', { name: '11:04から14秒を外す' }));
  await user.click(dialog.getByRole('button', { name: submit }));
  await waitFor(() => expect(bodies()).toHaveLength(1));
  expect(dialog.getByRole('switch', { name: '11:04から14秒を外す' })).toBeChecked();
});

it('leads to the list when the archive is deleted with its last part', async () => {
  const { user, dialog, currentUrl } = await setUp(utterances, { isDeleted: true });
  await user.click(await dialog.findByRole('checkbox', { name: /すべて外す/ }));
  await user.click(dialog.getByRole('button', { name: 'すべて外す' }));
  await waitFor(() => expect(currentUrl()).toBe('/archives'));
});
