import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { KEEP_HEADER } from '@manabiba/shared/contract/push-worker';
import type { FastifyInstance } from 'fastify';

import { refuse } from '../refuse';
import { inlineDigestOf } from '../rendering/html/inline-digest';
import { LOGO } from '../rendering/html/logo-html';
import type { PageFile } from '../rendering/html/page-file';
import { SITE_NAME, styleElement, themeColors } from '../rendering/html/page-html';

export const OFFLINE_PATH = '/offline';

interface OfflinePageOptions {
  publicDir: string;
  /** The shell's own styles, so that the page looks like the product. */
  styles: readonly PageFile[];
}

/**
 * Serves the page that the service worker shows in place of a page that it does not keep. It is whole without the
 * shell's scripts, which may be missing or of another version.
 */
export function serveOfflinePage(app: FastifyInstance, { publicDir, styles }: OfflinePageOptions): void {
  app.get(OFFLINE_PATH, async (_request, reply) => {
    const [script, style] = await Promise.all(
      ['offline-page.js', 'offline-page.css'].map((file) => readFile(join(publicDir, file), 'utf8')),
    ).catch(() => []);
    if (script === undefined || style === undefined) return refuse(reply, 'not_found');
    return reply
      .headers({
        [KEEP_HEADER]: 'yes',
        'content-security-policy': policyOf(script, style),
        'cache-control': 'no-store',
      })
      .type('text/html; charset=utf-8')
      .send(pageWith({ script, style, styles }));
  });
}

const policyOf = (script: string, style: string) =>
  [
    "default-src 'none'",
    `script-src '${inlineDigestOf(script)}'`,
    `style-src 'self' '${inlineDigestOf(style)}'`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

function pageWith({ script, style, styles }: { script: string; style: string; styles: readonly PageFile[] }): string {
  return `<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<title>オフラインです | ${SITE_NAME}</title>
<script>${script}</script>
${styles.map(styleElement).join('\n')}
<style>${style}</style>
${themeColors('system').join('\n')}
</head>
<body>
<header><a href="/" aria-label="${SITE_NAME}">${LOGO.html}</a></header>
<main>
${NO_CONNECTION}
<h1>ページを開けませんでした</h1>
<p>インターネットに接続できていないか、${SITE_NAME}が一時的に応答していません。接続が回復すると、このページは自動で開きます。</p>
<button type="button" id="retry">もう一度試す</button>
<p id="state" role="status"></p>
<section id="kept" hidden aria-labelledby="kept-title">
<h2 id="kept-title">オフラインで読めるページ</h2>
<ul id="pages"></ul>
</section>
</main>
</body>
</html>
`;
}

const STROKES = 'fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"';

/** A fan of waves, crossed out. */
const NO_CONNECTION = `<svg width="56" height="56" viewBox="0 0 20 20" class="picture" stroke-width="1.2" ${STROKES}><path d="M2.5 8.2a11 11 0 0 1 3.4-2.3M9 4.9c3.1-.3 6.2.9 8.5 3.3M5.2 11.2a7 7 0 0 1 2.6-1.7M12.3 9.6c.9.3 1.7.9 2.5 1.6M8 13.9a3 3 0 0 1 4 0M3 3l14 14"/><circle cx="10" cy="16.6" r=".95" fill="currentColor" stroke="none"/></svg>`;
