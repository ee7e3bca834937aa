import type { Classroom } from '@manabiba/shared/contract/classrooms';
import type { Me } from '@manabiba/shared/contract/users';
import { useLocation } from '@manabiba/shared/platform';
import { aClassroom, aMe } from '@manabiba/shared/testing/builders';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen } from '@testing-library/react';

import { readEntersRoom } from './enter-room';
import { ListenLink } from './listen-link';
import { ListenPart } from './listen-part';

// Loaded up front so that no test waits for the import.
beforeAll(() => import('../media/session/media-session'));

const PATH = '/classrooms/cls_1';
const Passed = () => <output>{String(readEntersRoom(useLocation().state))}</output>;

/** Renders the link on the page that it leads to, so that what it passes on can be read. */
function setUp(me: Me, changes: Partial<Classroom> = {}) {
  const classroom = aClassroom({ id: 'cls_1', name: '三角関数', state: 'live', participantCount: 3, ...changes });
  return renderWithApp(
    <>
      <ListenLink classroom={classroom} />
      <Passed />
    </>,
    { me, path: PATH },
  );
}

it('enters the room as a listener with one click', async () => {
  const { user, currentUrl } = setUp(aMe('anonymous'));
  expect(screen.getByRole('status')).toHaveTextContent('false');
  await user.click(screen.getByRole('link', { name: 'いま聞く「三角関数」' }));
  expect(screen.getByRole('status')).toHaveTextContent('listen');
  expect(currentUrl()).toBe(PATH);
});

it('can be entered by keyboard', async () => {
  const { user } = setUp(aMe('adult'));
  await user.tab();
  expect(screen.getByRole('link', { name: 'いま聞く「三角関数」' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('status')).toHaveTextContent('listen');
});

it('leads a visitor to sign in first where an account is needed, and back', () => {
  setUp(aMe('anonymous'), { allUsers: false });
  const link = screen.getByRole('link', { name: 'ログインして聞く「三角関数」(24歳以下対象)' });
  expect(link).toHaveAttribute('href', `/signin?next=${encodeURIComponent(PATH)}`);
});

it('is absent where the viewer cannot enter', () => {
  setUp(aMe('adult'), { locked: true });
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});

it('appears on a card after it is painted', async () => {
  renderWithApp(<ListenPart classroom={aClassroom({ name: '三角関数', state: 'live' })} size="small" />, {
    me: aMe('adult'),
  });
  expect(await screen.findByRole('link', { name: 'いま聞く「三角関数」' })).toBeVisible();
});
