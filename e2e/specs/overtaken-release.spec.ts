import { test } from '../fixtures/own-product';
import { expect } from '../fixtures/product';
import { nextVersion } from '../fixtures/releases/colleague';
import { deployCalls, releaseEvents } from '../fixtures/releases/release';
import { aBuildOfEvents } from '../fixtures/releases/remote-build';

test(
  'the release command does not replace what another team has made live during its gate, unless forced',
  { tag: '@full' },
  async ({ page, product }) => {
    // Two releases through the whole gate.
    test.setTimeout(600_000);
    const calls = await deployCalls(product);
    const before = await nextVersion(page, product.url);
    const [own, others] = [await aBuildOfEvents('own'), await aBuildOfEvents('others')];
    const running = releaseEvents(product, '--build', own.folder);
    // Its files are there as soon as it is handed in; the browser has yet to open every page.
    await expect
      .poll(
        async () => {
          const answer = await page.request.get(`${product.url}/r/mf-events/${own.version}/${own.manifest.entry}`);
          return answer.status();
        },
        { timeout: 300_000 },
      )
      .toBe(200);
    await calls.publish(others);

    const { code, said } = await running;
    expect(said).toContain(
      `live has moved: mf-events was at ${before} when the gate ran and is at ${others.version} now (published by e2e (operator) at `,
    );
    expect(code).toBe(1);
    expect(await nextVersion(page, product.url)).toBe(others.version);

    const forced = await releaseEvents(product, '--build', own.folder, '--force');
    expect(forced.said).toContain(`${own.version} is live for everybody`);
    expect(await nextVersion(page, product.url)).toBe(own.version);
    for (const build of [own, others]) {
      await calls.rollBack();
      await build.remove();
    }
  },
);
