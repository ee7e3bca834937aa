import { inquiryNumber, requestId, withInquiryNumber } from './request-ids';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const idOf = (headers: Record<string, string>) => requestId({ headers });

it.each([
  ['the trace of its caller', { traceparent: `00-${TRACE}-b7ad6b7169203331-01` }],
  ['a trace of a later version', { traceparent: `01-${TRACE}-b7ad6b7169203331-01-more` }],
  ['an id of a proxy', { 'x-request-id': TRACE.toUpperCase() }],
  ['a UUID of a proxy', { 'x-request-id': '0af76519-16cd-43dd-8448-eb211c80319c' }],
  ['the trace rather than the id', { traceparent: `00-${TRACE}-b7ad6b7169203331-00`, 'x-request-id': 'f'.repeat(32) }],
])('gives a request %s', (_what, headers: Record<string, string>) => {
  expect(idOf(headers)).toBe(TRACE);
});

it.each([
  ['nothing', {}],
  ['no trace', { traceparent: `00-${'0'.repeat(32)}-b7ad6b7169203331-01` }],
  ['no span', { traceparent: `00-${TRACE}-${'0'.repeat(16)}-01` }],
  ['a forbidden version', { traceparent: `ff-${TRACE}-b7ad6b7169203331-01` }],
  ['capitals', { traceparent: `00-${TRACE.toUpperCase()}-b7ad6b7169203331-01` }],
  ['something long', { traceparent: `00-${TRACE}-b7ad6b7169203331-01-${'x'.repeat(500)}` }],
  ['a line for the log', { 'x-request-id': 'a\n{"level":60}' }],
])('makes an id of its own for a request with %s', (_what, headers: Record<string, string>) => {
  const [one, other] = [idOf(headers), idOf(headers)];
  expect(one).toMatch(/^[\da-f]{32}$/);
  expect(one).not.toBe(TRACE);
  expect(other).not.toBe(one);
});

it('never makes the same id twice', () => {
  const ids = Array.from({ length: 5000 }, () => idOf({}));
  expect(new Set(ids).size).toBe(ids.length);
});

it('shows a number that a user can read out and support can search for', () => {
  expect(inquiryNumber(TRACE)).toBe('0AF7-6519');
  expect(withInquiryNumber('問題が発生しました。', TRACE)).toBe('問題が発生しました。(お問い合わせ番号 0AF7-6519)');
});
