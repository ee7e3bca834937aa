import { act, screen, waitFor } from '@testing-library/react';

import { aMe } from '../testing/builders';
import { FakeLive } from '../testing/fake-live';
import { renderWithApp } from '../testing/render-with-app';
import { useLiveCollection } from './use-live-collection';
import { useLiveDocument } from './use-live-document';

const schema = {
  safeParse: (value: unknown) => ({ success: true as const, data: { name: (value as { id: string }).id } }),
};

it('subscribes to nothing and loads nothing without a target', () => {
  const Part = () => {
    const { items, status } = useLiveCollection(null, schema);
    const { data } = useLiveDocument(null, schema);
    return (
      <p>
        {status} {String(items)} {String(data)}
      </p>
    );
  };
  renderWithApp(<Part />);
  expect(screen.getByText('connecting undefined undefined')).toBeInTheDocument();
});

describe('a collection that is parsed in parts', () => {
  const PATH = 'rooms/a/users';
  const people = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `n${index}` }));
  const Names = () => {
    const { items } = useLiveCollection({ path: PATH }, schema, { inParts: true });
    return <p>{items ? `${items.length}: ${items.at(-1)?.name}` : 'unknown'}</p>;
  };

  it('shows a long list once all of it is parsed, and later changes at once', async () => {
    const live = new FakeLive().install();
    const known = people(500);
    live.set(PATH, ...known);
    renderWithApp(<Names />, { me: aMe('adult', { id: 'usr_long' }) });
    expect(screen.getByText('unknown')).toBeInTheDocument();
    expect(await screen.findByText('500: n499')).toBeInTheDocument();
    act(() => void live.set(PATH, ...known, { id: 'one more' }));
    expect(screen.getByText('501: one more')).toBeInTheDocument();
  });

  it('shows the latest list when another one arrives during parsing', async () => {
    const live = new FakeLive().install();
    live.set(PATH, ...people(300));
    renderWithApp(<Names />, { me: aMe('adult', { id: 'usr_latest' }) });
    await waitFor(() => expect(live.paths).toEqual([PATH]));
    live.set(PATH, ...people(400));
    expect(await screen.findByText('400: n399')).toBeInTheDocument();
  });
});
