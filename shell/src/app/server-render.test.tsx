/** @jest-environment node */
import { createSessionStore } from '@manabiba/shared/session/session-store';
import { aConfig, aMe } from '@manabiba/shared/testing/builders';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';

import { Remotes } from '../remotes/remotes';
import { aRegistry } from '../testing/a-registry';
import { App } from './app';

const never = () => Promise.reject(new Error('A server loads no remote'));

function htmlOf(path: string, me: ReturnType<typeof aMe> | null = null): string {
  const registry = aRegistry({
    'mf-classrooms': { routes: [{ path: '/classrooms', title: '教室' }], slots: ['top-classrooms', 'header-create'] },
  });
  const remotes = new Remotes(registry, {
    loadExposedModule: never,
    stylesLoaded: never,
    dropPendingFiles: () => undefined,
    forgetChunks: () => undefined,
    fetchRegistry: never,
    pageUrl: () => `http://localhost${path}`,
  });
  const Router = ({ children }: { children: ReactNode }) => <StaticRouter location={path}>{children}</StaticRouter>;
  return renderToString(
    <App
      config={aConfig()}
      session={createSessionStore({ me })}
      remotes={remotes}
      Router={Router}
      startOver={() => undefined}
    />,
  );
}

it('runs without a browser', () => {
  expect(typeof window).toBe('undefined');
});

it.each(['/', '/classrooms', '/signin', '/law', '/no/such/page'])('renders the chrome of %s', (path) => {
  const html = htmlOf(path);
  expect(html).toContain('をもちまして終了いたしました。');
  expect(html).toContain('id="content"');
});

it('renders the header for a signed-in user, with nothing that a strict content policy blocks', () => {
  const html = htmlOf('/classrooms', aMe('adult', { unreadNotificationCount: 4 }));
  expect(html).toContain('お知らせ(未読4件)');
  expect(html).toContain('メニューを開く');
  expect(html).not.toMatch(/ style="/);
});
