import { subMilliseconds } from 'date-fns';

import { html } from '../rendering/html/html-template';
import { ago, section } from './status-html';

const now = new Date('2026-11-21T03:00:00Z');

it('escapes values and keeps nested HTML', () => {
  expect(html`<p>${'<b>"&'}${html`<i>${'<'}</i>`}${3}</p>`.html).toBe('<p>&lt;b&gt;&quot;&amp;<i>&lt;</i>3</p>');
  expect(section({ title: '<a>', heads: ['<th>'], rows: [[html`${'<script>'}`]], empty: '' }).html).not.toMatch(
    /<a>|<th>|<script>/,
  );
});

it.each([
  [0, 'たった今'],
  [-5_000, 'たった今'],
  [59_999, 'たった今'],
  [60_000, '1分前'],
  [3_599_999, '59分前'],
  [3_600_000, '1時間前'],
  [86_399_999, '23時間前'],
  [172_800_000, '2日前'],
])('describes %i ms ago as %s', (ms, words) => {
  expect(ago(subMilliseconds(now, ms), now).html).toContain(`>${words}</time>`);
});

it('labels each cell for a narrow page whose rows are cards', () => {
  const { html: table } = section({
    title: '履歴',
    heads: ['リモート', 'バージョン'],
    rows: [[html`${'mf-events'}`, html`${'1.0.0'}`]],
    empty: '',
  });
  expect(table).toContain('data-head="リモート">mf-events</td>');
  expect(table).toContain('data-head="バージョン">1.0.0</td>');
});

it('shows a message instead of an empty table', () => {
  const nothing = section({ title: '履歴', heads: ['日時'], rows: [], empty: '履歴はまだありません。' }).html;
  expect(nothing).toContain('履歴はまだありません。');
  expect(nothing).not.toContain('<table');
});
