import type { Receipt } from '@manabiba/shared/contract/receipts';

import { wordsOfPdf } from '../../testing/pdf/pdf-words';
import { drawReceipt } from './draw-receipt';

const receipt: Receipt = {
  id: 'pay_1',
  kind: 'receipt',
  addressee: '宮下 紗季',
  transactedAt: '2026-11-21T09:46:00.000Z',
  subject: '「宇宙望遠鏡が見た最初の銀河」一般チケット代として',
  lines: [
    {
      name: '一般チケット',
      detail: '2026年12月5日(土)14:00から15:30 オンライン',
      quantity: 1,
      unitPrice: 1364,
      taxRate: 10,
      amount: 1364,
    },
  ],
  taxes: [{ taxRate: 10, net: 1364, tax: 136 }],
  total: 1500,
  payment: { method: 'card', cardBrand: 'visa', cardLast4: '4242' },
  issuer: { name: 'みなと天文台', registrationNo: 'T1234567890123', url: 'https://minato.example.jp' },
  originalNumber: null,
  number: 'R-2026-001284',
  version: 1,
  issuedAt: '2026-11-21T09:46:00.000Z',
  digest: '7f2a91c044de8b10',
  versions: [],
};

const drawnWords = async (changes: Partial<Receipt> = {}) => {
  const [words = '', ...more] = await wordsOfPdf(await drawReceipt({ ...receipt, ...changes }));
  expect(more).toEqual([]);
  return words.replaceAll(/\s/g, '');
};

it('prints everything that a qualified invoice requires', async () => {
  const words = await drawnWords();
  for (const word of [
    '領収書(適格請求書)',
    'R-2026-001284',
    '2026年11月21日',
    '宮下紗季様',
    '1,500円',
    '一般チケット',
    '10%対象',
    '1,364円',
    '136円',
    'みなと天文台',
    'T1234567890123',
    'カード(Visa末尾4242)',
    '決済日2026年11月21日18:46',
    '7f2a91c044de8b10',
  ])
    expect(words).toContain(word);
  expect(words).not.toContain('再発行');
});

it('marks later versions as reissued', async () => {
  expect(await drawnWords({ version: 2 })).toContain('再発行');
});

it('is not titled qualified invoice without the registration number of the issuer', async () => {
  const words = await drawnWords({ issuer: { ...receipt.issuer, registrationNo: null } });
  expect(words).toContain('発行者は適格請求書発行事業者の登録をしていません。');
  expect(words).not.toContain('適格請求書)');
});

it('prints a refund as a negative amount with the number of the receipt', async () => {
  const words = await drawnWords({
    kind: 'credit_note',
    total: -1500,
    taxes: [{ taxRate: 10, net: -1364, tax: -136 }],
    originalNumber: 'R-2026-001284',
    number: 'C-2026-000001',
  });
  for (const word of [
    '返金の明細(適格返還請求書)',
    '-1,500円',
    '-136円',
    'もとの領収書R-2026-001284',
    '返金日2026年11月21日18:46',
  ])
    expect(words).toContain(word);
});

it('fits on one page with the longest names', async () => {
  expect(
    await drawnWords({
      addressee: '長'.repeat(60),
      subject: `「${'題'.repeat(50)}」${'名'.repeat(30)}チケット代として`,
    }),
  ).toContain('第1版');
});
