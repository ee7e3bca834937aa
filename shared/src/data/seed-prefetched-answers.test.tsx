import { render, screen } from '@testing-library/react';

import { FakeNetwork } from '../testing/fake-network';
import { clearCache } from './cache/clear-cache';
import { DataProvider } from './data-provider';
import { listClassrooms } from './endpoints';
import { seedPrefetchedAnswers } from './seed-prefetched-answers';
import { useEndpoint } from './use-endpoint';
import { useEndpointPages } from './use-endpoint-pages';

afterEach(clearCache);

const page = { items: [{ id: 'cls_7' }], nextCursor: null, totalCount: 1 };
const query = { state: 'live', categoryId: 'cat_1' } as const;

function One() {
  return <p>{useEndpoint(listClassrooms, { query }).data?.items[0]?.id}</p>;
}

function Many() {
  return <b>{useEndpointPages(listClassrooms, { query: { ...query } }).items[0]?.id}</b>;
}

it('uses the data that came with the page, for a single response and for a list, without any request', () => {
  const network = new FakeNetwork().install();
  seedPrefetchedAnswers(
    {
      pattern: '/classrooms',
      calls: [
        {
          call: 'listClassrooms',
          query: { state: 'live', categoryId: '{?category}', reserved: '{?none}' },
          tags: ['Classroom'],
          answer: page,
        },
      ],
    },
    { pathname: '/classrooms', search: '?category=cat_1' },
  );
  render(
    <DataProvider>
      <One />
      <Many />
    </DataProvider>,
  );
  expect(screen.getAllByText('cls_7')).toHaveLength(2);
  expect(network.calls(listClassrooms)).toEqual([]);
});

it('ignores the data of another page', () => {
  seedPrefetchedAnswers(
    { pattern: '/users/{id}', calls: [{ call: 'listClassrooms', query: { ...query }, tags: [], answer: page }] },
    { pathname: '/classrooms', search: '' },
  );
  render(
    <DataProvider>
      <One />
    </DataProvider>,
  );
  expect(screen.queryByText('cls_7')).not.toBeInTheDocument();
});
