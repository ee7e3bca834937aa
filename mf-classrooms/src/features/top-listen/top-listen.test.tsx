import type { Classroom } from '@manabiba/shared/contract/classrooms';
import { listClassrooms } from '@manabiba/shared/data/endpoints';
import { aClassroom, aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen } from '@testing-library/react';

import { TopListen } from './top-listen';

function setUp(items: Classroom[]) {
  const network = new FakeNetwork().answer(listClassrooms, { items, nextCursor: null, totalCount: items.length });
  renderWithApp(<TopListen />, { me: aMe('anonymous'), network });
}

const live = (changes: Partial<Classroom>) => aClassroom({ state: 'live', allUsers: true, ...changes });

it('leads into the live classroom with the most participants', async () => {
  setUp([
    live({ id: 'cls_few', name: '少ない', participantCount: 3 }),
    live({ id: 'cls_many', name: '多い', participantCount: 40 }),
  ]);
  const link = await screen.findByRole('link', { name: 'いま聞く「多い」' });
  expect(link).toHaveAttribute('href', '/classrooms/cls_many');
  expect(link).toHaveTextContent('いま聞く');
});

it.each<[string, Partial<Classroom>]>([
  ['for people under 25 only', { allUsers: false }],
  ['locked', { locked: true }],
  ['locked for the sake of minors', { isGuarded: true }],
  ['full', { participantCount: 100, maxListeners: 100 }],
])('skips a classroom that is %s', async (_which, changes) => {
  setUp([
    live({ id: 'cls_shut', participantCount: 50, ...changes }),
    live({ id: 'cls_open', name: '開いている', participantCount: 1 }),
  ]);
  expect(await screen.findByRole('link', { name: /^いま聞く/ })).toHaveAttribute('href', '/classrooms/cls_open');
});

it('leads to all classrooms when the live ones cannot be listed', async () => {
  renderWithApp(<TopListen />, {
    me: aMe('anonymous'),
    network: new FakeNetwork().refuse(listClassrooms, 'rate_limited'),
  });
  expect(await screen.findByRole('link', { name: '教室を見る' })).toHaveAttribute('href', '/classrooms');
});

it('leads to the coming classrooms while none is open to visitors', async () => {
  setUp([live({ allUsers: false })]);
  expect(await screen.findByRole('link', { name: 'これからの教室' })).toHaveAttribute(
    'href',
    '/classrooms?state=scheduled',
  );
});
