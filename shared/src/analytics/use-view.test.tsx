import { render } from '@testing-library/react';

import { takeTracks } from './track';
import { useView } from './use-view';

function Page({ isShown }: { isShown: boolean }) {
  useView('view_event', isShown);
  return null;
}

it('tells of a page once what it is about is there, and not before', () => {
  const told: string[] = [];
  const stop = takeTracks((name) => told.push(name));
  const { rerender } = render(<Page isShown={false} />);
  expect(told).toEqual([]);
  rerender(<Page isShown />);
  rerender(<Page isShown />);
  expect(told).toEqual(['view_event']);
  stop();
});
