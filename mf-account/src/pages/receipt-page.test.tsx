import type { Receipt } from '@manabiba/shared/contract/receipts';
import { getReceipt, issueReceipt } from '@manabiba/shared/data/endpoints';
import { aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, within } from '@testing-library/react';

import { ReceiptPage } from './receipt-page';

const aReceipt = (changes: Partial<Receipt> = {}): Receipt => ({
  id: 'pay_1',
  kind: 'receipt',
  addressee: '宮下 紗季',
  transactedAt: '2026-11-21T09:46:00.000Z',
  subject: '「秋の化学実験ライブ」一般チケット代として',
  lines: [{ name: '一般チケット', detail: 'オンライン', quantity: 1, unitPrice: 2000, taxRate: 10, amount: 2000 }],
  taxes: [{ taxRate: 10, net: 2000, tax: 200 }],
  total: 2200,
  payment: { method: 'card', cardBrand: 'visa', cardLast4: '4242' },
  issuer: { name: '港の理科室', registrationNo: 'T1234567890123', url: null },
  originalNumber: null,
  number: null,
  version: null,
  issuedAt: null,
  digest: null,
  versions: [],
  ...changes,
});
const issued = (addressee: string, version = 1): Receipt =>
  aReceipt({
    addressee,
    number: 'R-2026-000001',
    version,
    issuedAt: '2026-11-21T10:00:00.000Z',
    digest: '7f2a91c044de8b10',
    versions: Array.from({ length: version }, (_, index) => ({
      version: index + 1,
      addressee: index + 1 === version ? addressee : '宮下 紗季',
      issuedAt: '2026-11-21T10:00:00.000Z',
    })),
  });

/** An api that issues every requested version. */
function anIssuer(first: Receipt): FakeNetwork {
  let current = first;
  return new FakeNetwork()
    .answer(getReceipt, () => current)
    .answer(issueReceipt, ({ body }) => {
      const { addressee = '' } = body as { addressee?: string };
      return (current = issued(addressee, (current.version ?? 0) + 1));
    });
}

const setUp = (network: FakeNetwork) =>
  renderWithApp(<ReceiptPage />, { me: aMe('adult'), network, path: '/receipts/pay_1', pattern: '/receipts/{id}' });
const paper = async () => within(await screen.findByRole('article'));

it('issues a receipt to the entered addressee, then offers the file and a reissue', async () => {
  const { user, network } = setUp(anIssuer(aReceipt()));
  expect((await paper()).getByText('発行するときに付きます')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: '領収書を発行する' }));
  const addressee = await screen.findByRole('textbox', { name: '宛名' });
  await user.clear(addressee);
  await user.type(addressee, '株式会社みなと');
  await user.click(screen.getByRole('button', { name: '発行する' }));
  expect(await screen.findByRole('link', { name: 'PDF' })).toHaveAttribute('href', '/v1/me/receipts/pay_1/pdf');
  const words = (await screen.findByRole('article')).textContent;
  for (const word of [
    '領収書 (適格請求書)',
    'R-2026-000001',
    '株式会社みなと',
    '2,200円',
    'T1234567890123',
    'Visa 末尾 4242',
  ])
    expect(words).toContain(word);
  expect(words).toContain('決済日2026年11月21日 18:46');
  expect(words).not.toContain('再発行');

  await user.click(screen.getByRole('button', { name: '宛名を変えて再発行' }));
  expect(screen.getByRole('button', { name: '再発行する' })).toBeDisabled();
  await user.type(await screen.findByRole('textbox', { name: '宛名' }), '出版');
  await user.click(screen.getByRole('button', { name: '再発行する' }));
  expect(await (await paper()).findByText('再発行')).toBeInTheDocument();
  expect(screen.getByText(/第2版を発行/)).toHaveTextContent('宛名 株式会社みなと出版');
  expect(network.calls(issueReceipt).map(({ body }) => body)).toEqual([
    { addressee: '株式会社みなと' },
    { addressee: '株式会社みなと出版' },
  ]);
});

it('keeps the dialog open and shows why the addressee is rejected', async () => {
  const network = anIssuer(aReceipt()).refuse(issueReceipt, 'invalid', {
    fields: { addressee: '宛名を入力してください。' },
  });
  const { user } = setUp(network);
  await user.click(await screen.findByRole('button', { name: '領収書を発行する' }));
  await user.clear(await screen.findByRole('textbox', { name: '宛名' }));
  await user.click(screen.getByRole('button', { name: '発行する' }));
  expect(await screen.findByText('宛名を入力してください。')).toBeInTheDocument();
});

it('shows a refund as a credit note with the number of its receipt', async () => {
  const note = {
    ...issued('宮下 紗季'),
    kind: 'credit_note' as const,
    total: -2200,
    originalNumber: 'R-2026-000001',
    number: 'C-2026-000001',
  };
  setUp(anIssuer(note));
  const words = (await screen.findByRole('article')).textContent;
  for (const word of ['返金の明細 (適格返還請求書)', '返還', '返金額-2,200円', 'もとの領収書R-2026-000001', '返金日'])
    expect(words).toContain(word);
});

it("is not a qualified invoice without the issuer's registration number", async () => {
  setUp(anIssuer({ ...issued('宮下 紗季'), issuer: { name: '港の理科室', registrationNo: null, url: null } }));
  const words = (await screen.findByRole('article')).textContent;
  expect(words).toContain('発行者は適格請求書発行事業者の登録をしていません。');
  expect(words).not.toContain('適格請求書)');
});

it.each([
  ['not_found', 'ページが見つかりません。'],
  ['unavailable', '問題が発生しました。もう一度お試しください。'],
] as const)('explains the error %s', async (code, words) => {
  setUp(new FakeNetwork().refuse(getReceipt, code));
  expect(await screen.findByText(words)).toBeInTheDocument();
});
