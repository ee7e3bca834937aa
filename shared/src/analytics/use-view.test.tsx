import { render } from '@testing-library/react';

import { takeTracks } from './track';
import { useView } from './use-view';

function Page({ isShown }: { isShown: boolean }) {
  useView('view_event', isShown);
  return null;
}

it('records a page view once its subject is shown, and not before', () => {
  const recorded: string[] = [];
  const stop = takeTracks((name) => recorded.push(name));
  const { rerender } = render(<Page isShown={false} />);
  expect(recorded).toEqual([]);
  rerender(<Page isShown />);
  rerender(<Page isShown />);
  expect(recorded).toEqual(['view_event']);
  stop();
});
