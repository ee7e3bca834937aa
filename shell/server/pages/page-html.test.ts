import type { BootData } from '@manabiba/shared/page/boot-data';
import { aConfig, aMe } from '@manabiba/shared/testing/builders';

import { type PageInput, renderPage } from './page-html';

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
const card = { title: '<b>三角関数</b>', text: '"図"から', imageUrl: null, isDrawn: false };
const render = (given: Partial<PageInput> = {}) =>
  renderPage({
    page,
    pathname: '/classrooms/cls_1',
    isContentOnly: false,
    scripts: [],
    styles: [],
    preloads: [],
    boot,
    nonce: 'n',
    card,
    picture: '',
    ...given,
  });

it('shows anonymous viewers the card of the page content, escaped', () => {
  const html = render();
  expect(html).toContain('<meta property="og:title" content="&lt;b&gt;三角関数&lt;/b&gt;">');
  expect(html).toContain('<meta property="og:description" content="&quot;図&quot;から">');
  expect(html).toContain('<meta property="og:image" content="https://manabiba.example/media/og.png">');
  expect(html).toContain('<meta property="og:url" content="https://manabiba.example/classrooms/cls_1">');
});

it('omits the default dimensions for a custom image', () => {
  const html = render({ card: { ...card, imageUrl: '/media/covers/3.webp' } });
  expect(html).toContain('<meta property="og:image" content="https://manabiba.example/media/covers/3.webp">');
  expect(html).not.toContain('og:image:width');
});

it('states the dimensions of an image that was generated for the card', () => {
  const html = render({ card: { ...card, imageUrl: '/v1/classrooms/cls_1/pictures/1.png', isDrawn: true } });
  expect(html).toContain(
    '<meta property="og:image" content="https://manabiba.example/v1/classrooms/cls_1/pictures/1.png">',
  );
  expect(html).toContain('<meta property="og:image:width" content="1200">');
});

it('falls back to the product’s card', () => {
  expect(render({ card: undefined })).toContain('<meta property="og:title" content="教室 | まなびば">');
});

it('omits the card from a page with a signed-in user', () => {
  expect(render({ boot: { ...boot, me: aMe('adult') } })).not.toContain('og:');
});
