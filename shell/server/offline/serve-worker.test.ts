import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { KEEP_HEADER } from '@manabiba/shared/contract/push-worker';

import { startTestServer } from '../testing/start-test-server';
import { readWebEnv } from '../web-env';

const publicDir = join(import.meta.dirname, '..', 'public');
const textOf = (file: string) => readFileSync(join(publicDir, file), 'utf8');

const answerTo = async (url: string, env: Record<string, string> = {}) => {
  const world = await startTestServer({ publicDir, env: readWebEnv({ LOG_LEVEL: 'silent', ...env }) });
  const answer = await world.server.inject(url);
  await world.close();
  return answer;
};

describe('the worker', () => {
  it('is served for every page of the product, always in its latest version, with its own policy', async () => {
    const answer = await answerTo('/push-worker.js');
    for (const part of ['push-worker.js', 'offline-worker.js']) expect(answer.payload).toContain(textOf(part));
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    });
  });

  it('may load the files of remotes from where they are', async () => {
    const answer = await answerTo('/push-worker.js', { RELEASES_URL: 'https://cdn.example.jp' });
    expect(answer.headers['content-security-policy']).toContain("connect-src 'self' https://cdn.example.jp;");
  });

  it('has another part in place of that for offline when it is turned off', async () => {
    const { payload } = await answerTo('/push-worker.js', { OFFLINE: 'off' });
    for (const part of ['push-worker.js', 'offline-ended-worker.js']) expect(payload).toContain(textOf(part));
    expect(payload).not.toContain("addEventListener('fetch'");
  });
});

it('serves an offline page that runs only its own script and style, and may be kept', async () => {
  const { headers, payload } = await answerTo('/offline');
  const digest = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain(`script-src '${digest(textOf('offline-page.js'))}'`);
  expect(policy).toContain(`style-src 'self' '${digest(textOf('offline-page.css'))}'`);
  expect(payload).toContain(`<script>${textOf('offline-page.js')}</script>`);
  expect(payload).toContain(`<style>${textOf('offline-page.css')}</style>`);
  expect(payload).toContain('<meta name="robots" content="noindex">');
  expect(headers[KEEP_HEADER]).toBe('yes');
});
