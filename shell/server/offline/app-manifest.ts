import { paths } from '@manabiba/shared/navigation/paths';
import type { FastifyInstance } from 'fastify';

import { SITE_NAME, THEME_COLORS } from '../rendering/html/page-html';

/** The name and icons of the product on a home screen. iOS delivers push only to apps that were added there. */
const APP_MANIFEST = {
  id: '/',
  name: SITE_NAME,
  short_name: SITE_NAME,
  description: '教室をひらいて、いっしょに学ぶ。ライブの教室とイベントのサービスです。',
  lang: 'ja',
  dir: 'ltr',
  categories: ['education'],
  start_url: '/',
  scope: '/',
  display: 'standalone',
  // Only the light ones: a manifest knows no schemes. Pages name the colours of both.
  background_color: THEME_COLORS.light,
  theme_color: THEME_COLORS.light,
  icons: [
    { src: '/media/icon.svg', type: 'image/svg+xml', sizes: 'any', purpose: 'any' },
    { src: '/media/icon-192.png', type: 'image/png', sizes: '192x192', purpose: 'any' },
    { src: '/media/icon-512.png', type: 'image/png', sizes: '512x512', purpose: 'any' },
    { src: '/media/icon-maskable-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
  ],
  shortcuts: [
    { name: '教室をさがす', short_name: '教室', url: paths.classrooms.pattern },
    { name: 'イベントをさがす', short_name: 'イベント', url: paths.events.pattern },
    { name: 'お知らせ', url: paths.notifications.pattern },
  ].map((shortcut) => ({ ...shortcut, icons: [{ src: '/media/icon-192.png', type: 'image/png', sizes: '192x192' }] })),
};

/** Serves the description by which browsers install the product as an app. */
export function serveAppManifest(app: FastifyInstance): void {
  app.get('/manifest.webmanifest', (_request, reply) =>
    reply
      .headers({ 'cache-control': 'public, max-age=300' })
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify(APP_MANIFEST)),
  );
}
