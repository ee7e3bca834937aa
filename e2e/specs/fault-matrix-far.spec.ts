import { test } from '../fixtures/releases/far-releases';
import { faultCases, walkFault } from '../fixtures/releases/fault-matrix';
import { expect } from '../fixtures/test';
import { EventsPart } from '../pages/events-part';

// The remotes' files come from another origin, such as a CDN; the page comes from the product.
test.describe.configure({ mode: 'parallel' });

test(
  'all files of the remotes come from the other origin, and the page can load nothing from elsewhere',
  { tag: '@full' },
  async ({ page, product }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/r/mf-')) asked.push(new URL(request.url()).origin);
    });
    const answer = await page.goto('/');
    await expect(new EventsPart(page).list).toBeVisible();
    expect([...new Set(asked)]).toEqual([product.releasesOrigin]);
    const policy = (await answer?.headerValue('content-security-policy')) ?? '';
    expect(policy).toMatch(new RegExp(`script-src [^;]*${product.releasesOrigin.replaceAll('.', '\\.')}`));
    expect(policy).not.toMatch(/unsafe-|\*/);
  },
);

/** One fault of each kind: an error, no connection, no answer, other bytes. All of them: fault-matrix.spec.ts. */
const kinds = ['404 with a page', 'connection reset', 'hang', 'tampered bytes'] as const;
const places = { 'registry answer': 'page', entry: 'page', chunk: 'slot', stylesheet: 'slot' } as const;

for (const given of faultCases(places, kinds)) {
  test(
    `another origin, ${given.stage}: ${given.fault} (${given.place})`,
    { tag: '@full' },
    async ({ page, product, complaints }) => {
      await walkFault(page, complaints, product, given);
    },
  );
}
