import type { Registry } from '@manabiba/shared/page/boot-data';
import { millisecondsInHour } from 'date-fns/constants';

import { makeReleaseKeyPem, readReleaseKey } from '../store/release-key';
import { weighFailures } from './failure-sources';
import { issuePageView, readPageView } from './page-view';

const key = readReleaseKey(makeReleaseKeyPem());
const registry = {
  remotes: { 'mf-events': { version: '1.0.0-a' }, 'mf-account': { version: '2.0.0-b' } },
} as unknown as Registry;

describe('the token of a page view', () => {
  it('names the versions that the page received', () => {
    const view = readPageView(key, issuePageView(key, registry));
    expect([...(view?.versions ?? [])]).toEqual([
      ['mf-events', '1.0.0-a'],
      ['mf-account', '2.0.0-b'],
    ]);
  });

  it('differs for each view', () => {
    const ids = [1, 2].map(() => readPageView(key, issuePageView(key, registry))?.id);
    expect(ids[0]).not.toBe(ids[1]);
  });

  it('is of several page loads when they name themselves', () => {
    const token = issuePageView(key, registry);
    const ids = ['', '~load1', '~load2'].map((load) => readPageView(key, token + load)?.id);
    expect(new Set(ids).size).toBe(3);
    expect(ids.every((id) => id?.startsWith(token.slice(0, 8)))).toBe(true);
  });

  it('expires', () => {
    const token = issuePageView(key, registry, 0);
    expect(readPageView(key, token, millisecondsInHour)).not.toBeNull();
    expect(readPageView(key, token, millisecondsInHour + 1)).toBeNull();
  });

  it.each([
    ['forged', () => `abc ${Date.now().toString(36)} mf-events=1.0.0-a~${'x'.repeat(22)}`],
    ['of another installation', () => issuePageView(readReleaseKey(makeReleaseKeyPem()), registry)],
    ['changed', () => issuePageView(key, registry).replace('1.0.0-a', '1.0.0-c')],
    ['unsigned', () => issuePageView(key, registry).split('~')[0] ?? ''],
    ['empty', () => ''],
    ['of a page load that is no word', () => `${issuePageView(key, registry)}~a b`],
    ['of two page loads', () => `${issuePageView(key, registry)}~a~b`],
  ])('is rejected when it is %s', (_what, make) => {
    expect(readPageView(key, make())).toBeNull();
  });
});

it.each([
  ['one source', [40], 0],
  ['two sources', [40, 40], 0],
  ['three sources', [1, 1, 1], 3],
  ['one noisy source among others', [40, 1, 2, 1], 4],
  ['many', [5, 5, 5, 5], 20],
])('failures of %s are weighted so that no source dominates', (_who, bySource, weight) => {
  expect(weighFailures(bySource)).toBe(weight);
});
