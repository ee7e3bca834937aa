import { contract } from '@manabiba/shared/contract/contract';
import { paths } from '@manabiba/shared/navigation/paths';
import type { FastifyInstance } from 'fastify';

import type { AskApi } from '../pages/ask-api';
import { html } from '../rendering/html/html-template';
import type { PageFile } from '../rendering/html/page-file';
import { SITE_NAME } from '../rendering/html/page-html';
import { absentEmbed, type Embed, eventEmbed } from './event-embed';

interface EmbedsOptions {
  askApi: AskApi;
  publicUrl: string;
  /** The shell's own styles, for its colours and fonts. */
  styles: readonly PageFile[];
  /** Origins of users' images. */
  images: readonly string[];
}

const MAX_AGE_SECONDS = 60;

/**
 * Serves an event as a card or as a button for the websites of others: the only documents that foreign pages may frame.
 * They contain no script, neither set nor read cookies, and lead to the event's page in a new tab.
 */
export function serveEmbeds(app: FastifyInstance, { askApi, publicUrl, styles, images }: EmbedsOptions): void {
  const policy = embedPolicy(images);

  app.get<{ Params: { id: string }; Querystring: { form?: unknown } }>('/embed/events/:id', async (request, reply) => {
    const { id } = request.params;
    const { status, body } = await askApi({
      method: 'GET',
      path: `/v1/events/${encodeURIComponent(id)}`,
      address: request.ip,
    });
    const event = status === 200 ? contract.getEvent.response.safeParse(body).data : undefined;
    const isMissing = status === 404 || status === 422;
    const url = new URL(event ? paths.event.href({ id: event.id }) : paths.events.href(), publicUrl).href;
    const embed = event
      ? eventEmbed(event, request.query.form === 'button' ? 'button' : 'card', url)
      : absentEmbed(isMissing ? 'このイベントは見つかりません。' : 'いまは表示できません。', url);
    return reply
      .code(event ? 200 : isMissing ? 404 : 503)
      .headers({
        'content-security-policy': policy,
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': event ? `public, max-age=${MAX_AGE_SECONDS}` : 'no-store',
      })
      .removeHeader('x-frame-options')
      .type('text/html; charset=utf-8')
      .send(documentOf(embed, styles));
  });
}

const embedPolicy = (images: readonly string[]) =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src ${["'self'", ...images].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
  ].join('; ');

const documentOf = ({ title, body }: Embed, styles: readonly PageFile[]) =>
  html`<!doctype html>
    <html lang="ja">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} | ${SITE_NAME}</title>
        ${styles.map(({ url }) => html`<link rel="stylesheet" href="${url}" />`)}
        <link rel="stylesheet" href="/media/embed.css" />
      </head>
      <body>
        ${body}
      </body>
    </html>`.html;
