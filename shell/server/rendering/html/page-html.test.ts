import type { BootData } from '@manabiba/shared/page/boot-data';
import { aClassroomDetail, aConfig, aMe, anEvent, aProfile } from '@manabiba/shared/testing/builders';

import { type PageInput, renderDocument } from './page-html';

const boot: BootData = {
  me: null,
  registry: { remotes: {} },
  integrity: {},
  config: aConfig({ publicUrl: 'https://manabiba.example' }),
  theme: 'system',
  analyticsConsent: null,
  serverTime: '2026-11-21T00:00:00.000Z',
};
const page: PageInput['page'] = {
  title: '教室',
  pattern: '/classrooms/{id}',
  isPublic: true,
  access: 'anyone',
  slots: [],
};
const event = anEvent({ title: '<b>三角関数</b>', description: '"図"から', imageUrl: null });
const subject: PageInput['subject'] = { kind: 'event', event };
const render = (given: Partial<PageInput> = {}) =>
  renderDocument({
    page,
    pathname: '/classrooms/cls_1',
    isContentOnly: false,
    scripts: [],
    styles: [],
    preloads: [],
    boot,
    nonce: 'n',
    subject,
    html: '',
    ...given,
  });

it('shows anonymous viewers the card of the page content, escaped', () => {
  const html = render();
  expect(html).toContain('<meta property="og:title" content="&lt;b&gt;三角関数&lt;/b&gt;">');
  expect(html).toContain('&quot;図&quot;から">');
  expect(html).toContain('<title>&lt;b&gt;三角関数&lt;/b&gt; | まなびば</title>');
  expect(html).toContain('<meta property="og:url" content="https://manabiba.example/classrooms/cls_1">');
});

it('shows anonymous viewers the card of a list, and of no other page without a subject', () => {
  const list = (pattern: string) => render({ page: { ...page, pattern }, pathname: pattern, subject: undefined });
  expect(list('/archives')).toMatch(
    /<meta property="og:image" content="https:\/\/manabiba\.example\/v1\/lists\/archives\/pictures\/[0-9a-f]+\.png">/,
  );
  expect(list('/archives')).toContain('<meta name="description" content="終わった教室とイベントの録画です。');
  expect(list('/law')).toContain('<meta property="og:image" content="https://manabiba.example/media/og.png">');
});

it('states the dimensions of an image that was generated for the card', () => {
  const html = render({ subject: { kind: 'classroom', classroom: aClassroomDetail({ id: 'cls_1' }) } });
  expect(html).toMatch(
    /<meta property="og:image" content="https:\/\/manabiba\.example\/v1\/classrooms\/cls_1\/pictures\/[0-9a-f]+\.png">/,
  );
  expect(html).toContain('<meta property="og:image:width" content="1200">');
});

it('falls back to the product’s card', () => {
  expect(render({ subject: undefined })).toContain('<meta property="og:title" content="教室 | まなびば">');
});

it('omits the card from a page with a signed-in user', () => {
  expect(render({ boot: { ...boot, me: aMe('adult') } })).not.toContain('og:');
});

it('describes the subject for search engines, in a script that its texts cannot close', () => {
  const html = render({ subject: { kind: 'event', event: { ...event, title: '</script><b>' } } });
  const data = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  expect(JSON.parse(data)).toMatchObject({
    '@context': 'https://schema.org',
    '@graph': [{ '@type': 'Event', name: '</script><b>' }, { '@type': 'BreadcrumbList' }],
  });
});

it('gives the first script the user and the zone of the HTML, as attributes that no zone can break out of', () => {
  expect(render()).toContain('<script nonce="n">');
  expect(render({ boot: { ...boot, me: aMe('adult'), timeZone: '"><b>' } })).toContain(
    '<script nonce="n" data-signed-in data-time-zone="&quot;&gt;&lt;b&gt;">',
  );
});

it('offers the feed of a list, and nothing personal', () => {
  const list = { ...page, pattern: '/classrooms' };
  const html = render({ page: list, pathname: '/classrooms/', subject: undefined });
  expect(html).toContain(
    '<link rel="alternate" type="application/rss+xml" title="まなびば これからの教室" href="/feeds/classrooms.rss">',
  );
  expect(html).toContain('<link rel="canonical" href="https://manabiba.example/classrooms">');
  const personal = render({ page: list, boot: { ...boot, me: aMe('adult') } });
  expect(personal).not.toMatch(/ld\+json|rel="alternate"|rel="canonical"/);
});

const profile = { ...page, pattern: '/users/{id}' };

it.each([
  ['a private classroom', { subject: null }],
  ['a user who is not a professional', { page: profile, subject: { kind: 'user', user: aProfile() } }],
  ['nothing', { isMissing: true }],
] as const)('keeps search engines away from a page about %s', (_about, given) => {
  const html = render(given);
  expect(html).toContain('<meta name="robots" content="noindex">');
  expect(html).not.toMatch(/og:title|ld\+json/);
});

it('lets search engines index a professional', () => {
  const user = aProfile({ isProfessional: true, nickname: '森 実紀' });
  const html = render({ page: profile, subject: { kind: 'user', user } });
  expect(html).not.toContain('noindex');
  expect(html).toContain('<title>森 実紀 | まなびば</title>');
});
