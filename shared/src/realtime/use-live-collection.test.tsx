import { act, screen } from '@testing-library/react';
import { aMe } from '../testing/builders';
import { FakeLive } from '../testing/fake-live';
import { renderWithApp } from '../testing/render-with-app';
import { parsed, useLiveCollection } from './use-live-collection';
import { useLiveDocument } from './use-live-document';

const schema = { safeParse: jest.fn((value: unknown) => ({ success: true as const, data: { name: (value as { id: string }).id } })) };

it('reads a value once, however often it is shown', () => {
  const value = { id: 'x' };
  expect(parsed(value, schema)).toBe(parsed(value, schema));
  expect(schema.safeParse).toHaveBeenCalledTimes(1);
  expect(parsed({ id: 'x' }, schema)).toEqual({ name: 'x' });
});

it('leaves out what is not as promised, and says so once', () => {
  const reported = jest.fn();
  Object.defineProperty(globalThis, 'reportError', { configurable: true, value: reported });
  const strict = { safeParse: () => ({ success: false as const, error: new Error('no name') }) };
  const value = { id: 'x' };
  expect([parsed(value, strict), parsed(value, strict)]).toEqual([undefined, undefined]);
  expect(reported).toHaveBeenCalledTimes(1);
  Reflect.deleteProperty(globalThis, 'reportError');
});

it('listens to nothing without a target, and loads nothing', () => {
  const Part = () => {
    const { items, status } = useLiveCollection(null, schema);
    const { data } = useLiveDocument(null, schema);
    return <p>{status} {String(items)} {String(data)}</p>;
  };
  renderWithApp(<Part />);
  expect(screen.getByText('connecting undefined undefined')).toBeInTheDocument();
});

describe('a list that comes with hundreds of new values', () => {
  const named = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `n${index}` }));
  const slow = { safeParse: (value: unknown) => {
    const began = performance.now();
    while (performance.now() - began < 0.2);
    return { success: true as const, data: (value as { id: string }).id };
  } };
  const Part = () => {
    const { items } = useLiveCollection({ path: 'rooms/a/users' }, slow);
    return <p>{items === undefined ? 'not yet' : `${items.length} people`}</p>;
  };

  it('is read in parts, and shown when all of it is read; a little more comes at once', async () => {
    const live = new FakeLive().install().set('rooms/a/users', ...named(500));
    let turns = 0;
    const count = setInterval(() => { turns += 1; }, 1);
    renderWithApp(<Part />, { me: aMe('adult', { id: 'usr_of_many' }) });
    expect(await screen.findByText('500 people')).toBeInTheDocument();
    clearInterval(count);
    expect(turns).toBeGreaterThan(3);
    act(() => { live.set('rooms/a/users', ...named(20)); });
    expect(screen.getByText('20 people')).toBeInTheDocument();
  });
});
