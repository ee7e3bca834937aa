import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { TermsVersion } from '@manabiba/shared/contract/terms';
import { getTermsVersion, listTermsVersions } from '@manabiba/shared/data/endpoints';
import { aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { Logo } from '@manabiba/shared/ui/logo';
import { render, screen, waitFor, within } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';

import { BrandAssetsPage } from './brand-assets-page';
import { LawPage } from './law-page';
import { PrivacyPolicyPage } from './privacy-policy-page';
import { TermsOfUsePage } from './terms-of-use-page';

it.each([
  ['terms', <TermsOfUsePage />],
  ['policy', <PrivacyPolicyPage />],
] as const)('every entry in the contents of the %s links to a section of that name', (_which, page) => {
  renderWithApp(page);
  const lines = within(screen.getByRole('navigation', { name: '目次' })).getAllByRole('link');
  expect(lines.length).toBeGreaterThan(10);
  expect(new Set(lines.map((line) => line.getAttribute('href'))).size).toBe(lines.length);
  for (const line of lines) {
    const part = document.getElementById(line.getAttribute('href')?.slice(1) ?? '');
    expect(part).toHaveAccessibleName(line.textContent);
  }
});

it.each([
  ['terms', <TermsOfUsePage />],
  ['policy', <PrivacyPolicyPage />],
  ['notice', <LawPage />],
] as const)('the %s is marked as a template, and so are missing operator details', (_which, page) => {
  renderWithApp(page);
  expect(screen.getByText(/この文書は「ひな形」です/)).toBeInTheDocument();
  expect(screen.getAllByText(/^ひな形: 株式会社/).length).toBeGreaterThan(0);
});

it.each([
  ['terms', <TermsOfUsePage />],
  ['policy', <PrivacyPolicyPage />],
  ['notice', <LawPage />],
] as const)('the %s does not deny what the product offers', (_which, page) => {
  renderWithApp(page);
  expect(screen.queryByText(/まだ提供していません/)).not.toBeInTheDocument();
});

it.each([
  ['terms', <TermsOfUsePage />],
  ['notice', <LawPage />],
] as const)('the %s name how far a start must move for a full refund, and until when it is given', (_which, page) => {
  const { container } = renderWithApp(page);
  expect(container).toHaveTextContent(
    /開始日時が、お申し込みのときに表示した日時から24時間を超えて変わったときは.*新しい開始日時まで.*全額を返金します/,
  );
});

describe('an announced version of the terms', () => {
  const aVersion = (id: string, effectiveAt: string): TermsVersion => ({
    id,
    document: 'terms_of_use',
    effectiveAt,
    summary: 'キャンセルの条件を変えます。',
    announcedAt: '2031-01-01T00:00:00.000Z',
  });
  const coming = aVersion('trm_coming', '2999-01-14T15:00:00.000Z');
  const setUp = (items: TermsVersion[], path = '/aud/terms_of_use') => {
    const network = new FakeNetwork()
      .answer(listTermsVersions, { items })
      .answer(getTermsVersion, ({ params }) => ({
        ...(items.find(({ id }) => id === params['id']) ?? coming),
        text: '第1条 新しい条文',
      }));
    return renderWithApp(<TermsOfUsePage />, { network, path });
  };

  it('is named, with its day and its text, above the one in force until it takes effect', async () => {
    setUp([coming]);
    expect(
      await screen.findByText('この文書は、2999年1月15日(火)に変わります。キャンセルの条件を変えます。'),
    ).toBeInTheDocument();
    expect(screen.getByRole('link', { name: '変更後の文書を読む' })).toHaveAttribute(
      'href',
      '/aud/terms_of_use?version=trm_coming',
    );
    expect(screen.getByRole('heading', { name: '第1条 適用' })).toBeInTheDocument();
  });

  it('can be read before it takes effect, with a way back to the one in force', async () => {
    setUp([coming], '/aud/terms_of_use?version=trm_coming');
    expect(await screen.findByText('第1条 新しい条文')).toBeInTheDocument();
    expect(screen.getByText('2999年1月15日(火)から効力が生じます')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'いまの利用規約を読む' })).toHaveAttribute('href', '/aud/terms_of_use');
    expect(screen.queryByRole('heading', { name: '第1条 適用' })).not.toBeInTheDocument();
  });

  it('replaces the text of the release from its day of effect on', async () => {
    jest.useFakeTimers({ now: new Date('2027-01-02T00:00:00.000Z'), advanceTimers: true });
    setUp([aVersion('trm_now', '2026-12-31T15:00:00.000Z'), coming]);
    expect(await screen.findByText('第1条 新しい条文')).toBeInTheDocument();
    jest.useRealTimers();
  });

  it('leaves a text of the release alone that was changed later', async () => {
    setUp([aVersion('trm_old', '2026-01-31T15:00:00.000Z'), coming]);
    await screen.findByText(/この文書は、2999年/);
    expect(screen.getByRole('heading', { name: '第1条 適用' })).toBeInTheDocument();
  });
});

it('the terms state the same minimum age for professionals as sign-up', () => {
  renderWithApp(<TermsOfUsePage />);
  expect(screen.getByText(/プロフェッショナルのアカウントは25歳以上の方が対象/)).toBeInTheDocument();
});

it('the terms state that a plan renews every month or every year', () => {
  renderWithApp(<TermsOfUsePage />);
  expect(screen.getByText(/以後1か月ごと\(年払いは1年ごと\)に自動で更新され/)).toBeInTheDocument();
});

it('shows the configured operator', () => {
  renderWithApp(<LawPage />, { config: { operator: { name: '株式会社みなと', phone: '03-0000-1111' } } });
  expect(screen.getByText('株式会社みなと')).toBeInTheDocument();
  expect(screen.getByText('03-0000-1111')).toBeInTheDocument();
  expect(screen.getByText(/^ひな形: 代表取締役/)).toBeInTheDocument();
});

it('consent to analytics can be given and withdrawn in the policy', async () => {
  const { user, session } = renderWithApp(<PrivacyPolicyPage />);
  const choice = screen.getByRole('switch', { name: /計測に同意する/ });
  expect(choice).not.toBeChecked();
  await user.click(choice);
  expect(session.getState().analyticsConsent).toBe('granted');
  await user.click(choice);
  await waitFor(() => expect(session.getState().analyticsConsent).toBe('denied'));
});

it('a child has no choice there', () => {
  renderWithApp(<PrivacyPolicyPage />, { me: aMe('child') });
  expect(screen.queryByRole('switch')).not.toBeInTheDocument();
  expect(screen.getByText(/12歳以下の方としてログインしているため/)).toBeInTheDocument();
});

describe('brand assets', () => {
  const fileOf = (path: string) =>
    readFileSync(join(__dirname, '../../../server/public', path.replace(/^\/media\//, '')));

  it('have the file types that their names say', () => {
    render(<BrandAssetsPage />);
    const files = screen.getAllByRole('link', { name: /ダウンロード$/ }).map((link) => link.getAttribute('href') ?? '');
    expect(files).toHaveLength(12);
    for (const file of files) {
      expect(fileOf(file).subarray(0, 4).toString('latin1')).toBe(file.endsWith('.png') ? '\x89PNG' : '<svg');
    }
  });

  it('match the logo component', () => {
    const html = renderToStaticMarkup(<Logo />);
    const lines = [...html.matchAll(/ d="([^"]+)"/g)].map(([, line = '']) => line);
    expect(lines.length).toBe(6);
    for (const look of ['light', 'dark']) {
      const svg = fileOf(`/media/brand/manabiba-logo-${look}.svg`).toString();
      for (const line of lines) expect(svg).toContain(line);
    }
  });
});
