import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { PicturePortal } from './picture-portal';
import { usePictureWindow } from './use-picture-window';

function Player() {
  const { picture, open } = usePictureWindow();
  const player = <p>数学の教室</p>;
  if (picture) return <PicturePortal picture={picture}>{player}</PicturePortal>;
  return (
    <main>
      {player}
      {open && <button onClick={open}>開く</button>}
    </main>
  );
}

/** A window of its own document, as the browser opens one. */
function setUp(requestWindow?: () => Promise<Window>) {
  const picture = document.body.appendChild(document.createElement('iframe')).contentWindow as Window &
    typeof globalThis;
  const close = jest.fn();
  picture.close = close;
  if (requestWindow !== undefined || arguments.length === 0)
    Object.assign(window, {
      documentPictureInPicture: { requestWindow: requestWindow ?? (() => Promise.resolve(picture)) },
    });
  const { unmount } = render(<Player />);
  return { picture, close, unmount, inPicture: within(picture.document.body) };
}

afterEach(() => {
  Reflect.deleteProperty(window, 'documentPictureInPicture');
  document.body.replaceChildren();
  document.head.replaceChildren();
});

it('moves the player into a window with the theme and the styles of the page, and back when it is closed', async () => {
  document.documentElement.dataset['theme'] = 'dark';
  document.head.append(Object.assign(document.createElement('style'), { textContent: 'p { color: teal }' }));
  const { picture, inPicture } = setUp();
  await userEvent.click(screen.getByRole('button', { name: '開く' }));
  expect(await inPicture.findByText('数学の教室')).toBeInTheDocument();
  expect(screen.queryByText('数学の教室')).toBeNull();
  expect(picture.document.documentElement.dataset['theme']).toBe('dark');
  expect(picture.document.head.textContent).toContain('teal');
  act(() => void picture.dispatchEvent(new Event('pagehide')));
  expect(screen.getByText('数学の教室')).toBeInTheDocument();
});

it('closes the window with the player', async () => {
  const { inPicture, close, unmount } = setUp();
  await userEvent.click(screen.getByRole('button', { name: '開く' }));
  await inPicture.findByText('数学の教室');
  unmount();
  expect(close).toHaveBeenCalled();
});

it('stays on the page when the browser refuses the window', async () => {
  setUp(() => Promise.reject(new DOMException('no gesture', 'NotAllowedError')));
  await userEvent.click(screen.getByRole('button', { name: '開く' }));
  expect(screen.getByText('数学の教室')).toBeInTheDocument();
});

it('offers no window where the browser has none', () => {
  render(<Player />);
  expect(screen.queryByRole('button', { name: '開く' })).toBeNull();
});
