import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { aMe } from '@manabiba/shared/testing/builders';
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

it('the terms state the same minimum age for professionals as sign-up', () => {
  renderWithApp(<TermsOfUsePage />);
  expect(screen.getByText(/プロフェッショナルのアカウントは25歳以上の方が対象/)).toBeInTheDocument();
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
  const fileOf = (path: string) => readFileSync(join(__dirname, '../../../server', path));

  it('have the file types that their names say', () => {
    render(<BrandAssetsPage />);
    const files = screen.getAllByRole('link', { name: /ダウンロード$/ }).map((link) => link.getAttribute('href') ?? '');
    expect(files).toHaveLength(12);
    for (const file of files) {
      expect(fileOf(file).subarray(0, 4).toString('latin1')).toBe(file.endsWith('.png') ? '\x89PNG' : '<svg');
    }
  });

  it('match the logo component', () => {
    const drawn = renderToStaticMarkup(<Logo />);
    const lines = [...drawn.matchAll(/ d="([^"]+)"/g)].map(([, line = '']) => line);
    expect(lines.length).toBe(6);
    for (const look of ['light', 'dark']) {
      const svg = fileOf(`/media/brand/manabiba-logo-${look}.svg`).toString();
      for (const line of lines) expect(svg).toContain(line);
    }
  });
});
