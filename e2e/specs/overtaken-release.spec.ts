import { test } from '../fixtures/own-product';
import { nextVersion } from '../fixtures/releases/colleague';
import { deployCalls, release } from '../fixtures/releases/release';
import { aBuildOf } from '../fixtures/releases/remote-build';
import { expect } from '../fixtures/test';

/** The remote with the fewest pages: its gate is the shortest. */
const REMOTE = 'mf-notifications';

test(
  'the release command does not replace what another team has made live during its gate, unless forced',
  { tag: '@full' },
  async ({ page, product }) => {
    // Two releases through the whole gate.
    test.setTimeout(600_000);
    const calls = await deployCalls(product);
    const live = () => nextVersion(page, product.url, REMOTE);
    const before = await live();
    const [own, others] = [await aBuildOf(REMOTE, 'own'), await aBuildOf(REMOTE, 'others')];
    const running = release(product, REMOTE, '--build', own.folder);
    // Its files are there as soon as it is handed in; the browser has yet to open every page.
    await expect
      .poll(
        async () => {
          const answer = await page.request.get(`${product.url}/r/${REMOTE}/${own.version}/${own.manifest.entry}`);
          return answer.status();
        },
        { timeout: 300_000 },
      )
      .toBe(200);
    await calls.publish(others);

    const { code, said } = await running;
    expect(said).toContain(
      `live has moved: ${REMOTE} was at ${before} when the gate ran and is at ${others.version} now (published by e2e (operator) at `,
    );
    expect(code).toBe(1);
    expect(await live()).toBe(others.version);

    const forced = await release(product, REMOTE, '--build', own.folder, '--force');
    expect(forced.said).toContain(`${own.version} is live for everyone`);
    expect(await live()).toBe(own.version);
    for (const build of [own, others]) {
      await calls.rollBack(REMOTE);
      await build.remove();
    }
  },
);
