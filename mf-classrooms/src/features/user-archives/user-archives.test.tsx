import type { Archive } from '@manabiba/shared/contract/archives';
import { listUserArchives } from '@manabiba/shared/data/endpoints';
import { aMe, aPage, aUser } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, waitFor } from '@testing-library/react';

import { UserArchives } from './user-archives';

const anArchive = (title: string, watchCount: number): Archive => ({
  id: `arc_${watchCount}`,
  source: 'classroom',
  sourceId: 'cls_1',
  title,
  description: '',
  categoryId: 'cat_1',
  host: aUser(),
  hlsUrl: null,
  fileUrl: null,
  captionUrl: null,
  chapters: [],
  thumbnailUrl: null,
  durationSeconds: 2700,
  watchCount,
  pickup: false,
  access: 'public',
  canWatch: true,
  resumeAtSeconds: 0,
  state: 'ready',
  rating: null,
  publishedAt: '2026-09-12T03:00:00.000Z',
});
const setUp = (network: FakeNetwork) => renderWithApp(<UserArchives userId="usr_kobayashi" />, { me: aMe(), network });

it('shows the most watched archives first', async () => {
  const { network } = setUp(
    new FakeNetwork().answer(listUserArchives, aPage([anArchive('確率', 7415), anArchive('単位円', 18_204)])),
  );
  const cards = (await screen.findAllByRole('listitem')).map((card) => card.textContent);
  expect(cards).toEqual([expect.stringContaining('単位円'), expect.stringContaining('確率')]);
  expect(screen.getByText('視聴 18,204回')).toBeInTheDocument();
  expect(screen.getAllByText('45:00')).toHaveLength(2);
  expect(network.calls(listUserArchives)[0]).toMatchObject({ params: { id: 'usr_kobayashi' }, query: { limit: '50' } });
});

it('links to each archive and says what a locked one asks for', async () => {
  setUp(
    new FakeNetwork().answer(
      listUserArchives,
      aPage([anArchive('確率', 7415), { ...anArchive('数列', 10), access: 'subscriber', canWatch: false }]),
    ),
  );
  expect(await screen.findByRole('link', { name: '確率' })).toHaveAttribute('href', '/archives/arc_7415');
  expect(screen.getAllByRole('listitem')[0]).not.toHaveTextContent('プラン');
  expect(screen.getAllByRole('listitem')[1]).toHaveTextContent('プラン');
});

it('renders nothing while the list is empty', async () => {
  const { network } = setUp(new FakeNetwork().answer(listUserArchives, aPage([])));
  await waitFor(() => expect(network.calls(listUserArchives)).toHaveLength(1));
  expect(screen.queryByRole('heading')).not.toBeInTheDocument();
});

it('offers a retry after a failure', async () => {
  setUp(new FakeNetwork().refuse(listUserArchives, 'not_found'));
  expect(await screen.findByRole('alert')).toHaveTextContent('アーカイブを表示できませんでした。');
});
