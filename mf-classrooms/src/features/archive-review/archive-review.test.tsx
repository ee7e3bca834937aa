import type { ArchiveDetail } from '@manabiba/shared/contract/archives';
import { invalidateTags } from '@manabiba/shared/data/cache/cache-tags';
import {
  composeArchive,
  cutArchive,
  deleteCaptionsDraft,
  getCaptionsDraft,
  putArchiveCaptions,
} from '@manabiba/shared/data/endpoints';
import { anArchive } from '@manabiba/shared/testing/archive-builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { act, screen, waitFor, within } from '@testing-library/react';

import { ArchiveReview } from './archive-review';

const review = {
  myRole: 'speaker',
  progress: 100,
  failure: null,
  publishesAt: '2026-11-28T03:00:00.000Z',
  otherSpeakers: 1,
  isMyPartRecorded: true,
  isMyPartOut: false,
  cutStart: 0,
  cutEnd: 90,
} as const;

function setUp(
  changes: Partial<NonNullable<ArchiveDetail['review']>> = {},
  state: ArchiveDetail['state'] = 'ready',
  cues: { start: number; end: number; text: string }[] = [],
) {
  const archive = anArchive({ publishedAt: null, state, review: { ...review, ...changes } });
  const network = new FakeNetwork()
    .answer(cutArchive, archive)
    .answer(composeArchive, archive)
    .answer(putArchiveCaptions, archive)
    .answer(deleteCaptionsDraft, undefined)
    .answer(getCaptionsDraft, { cues, videoVersion: 'ver_1' });
  const app = renderWithApp(<ArchiveReview archive={archive} isHost={changes.myRole === 'host'} player={null} />, {
    network,
  });
  return { ...app, network };
}

it('says that a part is out', () => {
  setUp({ isMyPartOut: true });
  expect(screen.getByText('あなたの声と映像は、この動画から外しました。')).toBeVisible();
  expect(screen.queryByRole('button', { name: '自分の発言を外す' })).not.toBeInTheDocument();
});

it('cuts what the host names, in minutes and seconds', async () => {
  const { user, network } = setUp({ myRole: 'host' });
  await user.click(screen.getByRole('button', { name: '前後を切る' }));
  const start = screen.getByRole('textbox', { name: 'はじめから切る長さ' });
  expect(screen.getByRole('textbox', { name: '終わりから切る長さ' })).toHaveValue('1:30');
  await user.clear(start);
  await user.type(start, '2分');
  await user.click(screen.getByRole('button', { name: '切る' }));
  expect(await screen.findByText('「1:30」の形で入力してください。')).toBeVisible();
  await user.clear(start);
  await user.type(start, '2:05');
  await user.click(screen.getByRole('button', { name: '切る' }));
  await waitFor(() => expect(network.calls(cutArchive)[0]?.body).toEqual({ startSeconds: 125, endSeconds: 90 }));
});

it('lets the host try again after a failure', async () => {
  const { user, network } = setUp({ myRole: 'host', failure: 'no_space' }, 'failed');
  expect(screen.getByRole('alert')).toHaveTextContent('保存先の空きが足りません。');
  await user.click(screen.getByRole('button', { name: 'もう一度作る' }));
  await waitFor(() => expect(network.calls(composeArchive)).toHaveLength(1));
});

describe('the draft of captions', () => {
  const cues = [
    { start: 2, end: 4, text: 'はじめます。' },
    { start: 65.5, end: 67, text: 'えーと' },
  ];

  it('is reviewed by the host, who publishes it without what they empty', async () => {
    const { user, network } = setUp({ myRole: 'host' }, 'ready', cues);
    expect(await screen.findByText(/字幕の下書きを2件作りました。/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: '下書きを確かめる' }));
    await user.clear(screen.getByRole('textbox', { name: '1:05' }));
    const first = screen.getByRole('textbox', { name: '0:02' });
    await user.clear(first);
    await user.click(screen.getByRole('button', { name: '字幕を公開する' }));
    expect(await screen.findByText('字幕を1つ以上残してください。')).toBeVisible();
    expect(network.calls(putArchiveCaptions)).toHaveLength(0);
    await user.type(first, 'では、はじめます。');
    await user.click(screen.getByRole('button', { name: '字幕を公開する' }));
    expect(await screen.findByText('字幕を公開しました。')).toBeInTheDocument();
    expect(network.calls(putArchiveCaptions)[0]?.body).toEqual({
      vtt: 'WEBVTT\n\n00:00:02.000 --> 00:00:04.000\nでは、はじめます。\n',
      draftOf: 'ver_1',
    });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it.each([
    ['is gone', []],
    ['has other times', [{ start: 30, end: 31, text: 'つぎ' }, ...cues]],
  ])('keeps the open editor with what was typed when it is loaded again and %s', async (_what, newer) => {
    const { user, network } = setUp({ myRole: 'host' }, 'ready', cues);
    await user.click(await screen.findByRole('button', { name: '下書きを確かめる' }));
    await user.type(screen.getByRole('textbox', { name: '0:02' }), '!');
    network.answer(getCaptionsDraft, { cues: newer, videoVersion: 'ver_2' });
    act(() => invalidateTags(['Archive']));
    await waitFor(() => expect(screen.queryByText(/字幕の下書きを2件/)).not.toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: '字幕を公開する' }));
    await waitFor(() => expect(network.calls(putArchiveCaptions)).toHaveLength(1));
    expect(network.calls(putArchiveCaptions)[0]?.body).toEqual({
      vtt: 'WEBVTT\n\n00:00:02.000 --> 00:00:04.000\nはじめます。!\n\n00:01:05.500 --> 00:01:07.000\nえーと\n',
      draftOf: 'ver_1',
    });
  });

  it('is discarded after a question', async () => {
    const { user, network } = setUp({ myRole: 'host' }, 'ready', cues);
    await user.click(await screen.findByRole('button', { name: '下書きを破棄する' }));
    expect(network.calls(deleteCaptionsDraft)).toHaveLength(0);
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '破棄する' }));
    expect(await screen.findByText('字幕の下書きを破棄しました。')).toBeInTheDocument();
    expect(network.calls(deleteCaptionsDraft)).toHaveLength(1);
  });

  it('is not asked for by speakers, nor while the video is composed', () => {
    expect(setUp().network.calls(getCaptionsDraft)).toHaveLength(0);
    expect(setUp({ myRole: 'host' }, 'processing', cues).network.calls(getCaptionsDraft)).toHaveLength(0);
  });
});
