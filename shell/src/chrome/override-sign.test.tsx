import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { OverrideSign } from './override-sign';

const overrides = [
  { remote: 'mf-events', version: 'source-1', isFromSource: true },
  { remote: 'mf-account', version: '1.0.0-b', isFromSource: false },
];

function setUp(answer: Response, environment?: string, shown = overrides) {
  const asked = jest.fn<Promise<Response>, [string, RequestInit]>().mockResolvedValue(answer);
  Object.assign(globalThis, { fetch: asked });
  const reload = jest.fn();
  render(<OverrideSign overrides={shown} environment={environment} reload={reload} />);
  return { asked, reload, user: userEvent.setup() };
}

it('lists the remotes that are overridden', () => {
  setUp({} as Response);
  const rows = within(screen.getByRole('complementary', { name: 'このブラウザーだけの版' })).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    '開発版: mf-events終了する',
    '確認版: mf-account 1.0.0-b終了する',
  ]);
});

it('leaves one override and reloads the page', async () => {
  const { asked, reload, user } = setUp({
    ok: true,
    status: 204,
    headers: new Headers(),
    text: () => Promise.resolve(''),
  } as Response);
  await user.click(screen.getByRole('button', { name: 'mf-eventsの開発版を終了する' }));
  expect(asked.mock.calls[0]?.[0]).toBe('/override?remote=mf-events');
  expect(asked.mock.calls[0]?.[1]).toMatchObject({ method: 'DELETE' });
  expect(reload).toHaveBeenCalledTimes(1);
});

it('stays and shows an error when it cannot be left', async () => {
  const { reload, user } = setUp({
    ok: false,
    status: 503,
    headers: new Headers(),
    text: () => Promise.resolve('{}'),
  } as Response);
  await user.click(screen.getByRole('button', { name: 'mf-accountの確認版を終了する' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('終了できませんでした。');
  expect(reload).not.toHaveBeenCalled();
});

it('names the environment and leaves it', async () => {
  const { asked, reload, user } = setUp(
    { ok: true, status: 204, headers: new Headers(), text: () => Promise.resolve('') } as Response,
    'preview',
  );
  expect(screen.getAllByRole('listitem')[0]).toHaveTextContent('プレビュー環境を表示しています');
  await user.click(screen.getByRole('button', { name: 'プレビュー環境を終了する' }));
  expect(asked.mock.calls[0]).toEqual(['/environment', expect.objectContaining({ method: 'DELETE' })]);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('lists all releases of a replay in one row, and leaves them together', async () => {
  const releases = ['mf-events', 'mf-account', 'mf-staff'].map((remote) => ({
    remote,
    version: '1.0.0-a',
    isFromSource: false,
  }));
  const { asked, user } = setUp(
    { ok: true, status: 204, headers: new Headers(), text: () => Promise.resolve('') } as Response,
    undefined,
    releases,
  );
  expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    '確認版: mf-events 1.0.0-a、mf-account 1.0.0-a、mf-staff 1.0.0-a終了する',
  ]);
  await user.click(screen.getByRole('button', { name: '確認版を終了する' }));
  expect(asked.mock.calls[0]?.[0]).toBe('/override');
});
