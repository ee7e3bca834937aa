import { test } from '../fixtures/own-product';
import { nextVersion } from '../fixtures/releases/colleague';
import { release, releaseEvents, teams } from '../fixtures/releases/release';
import { aBuildOfEvents } from '../fixtures/releases/remote-build';
import { expect, signInByApi } from '../fixtures/test';

// Members of teams, each with their own token: identities are verified, not typed.

test(
  'a gate is skipped only with a reason and a second person, and staff see both',
  { tag: '@full' },
  async ({ page, product }) => {
    test.setTimeout(120_000);
    /** The output of the operator's command, printed once. */
    const tokenFor = async (person: string, remote: string) => {
      const { code, said } = await teams(product, 'add', person, '--remote', remote);
      expect(code).toBe(0);
      return { id: said.split(' ')[0] ?? '', secret: /DEPLOY_TOKEN=(\S+)/.exec(said)?.[1] ?? '' };
    };
    const [aoi, ren] = [await tokenFor('aoi@e2e.example', 'mf-events'), await tokenFor('ren@e2e.example', 'mf-events')];
    const before = await nextVersion(page, product.url);
    const build = await aBuildOfEvents('skip');
    const skip = (...words: string[]) =>
      releaseEvents(product, '--build', build.folder, '--token', aoi.secret, '--skip-gate', ...words);
    const approveBy = (secret: string) => releaseEvents(product, '--approve', build.version, '--token', secret);

    await test.step('one person cannot', async () => {
      expect((await skip()).said).toContain('--skip-gate needs --reason');
      const { code, said } = await skip('--reason', 'an outage');
      expect(said).toContain(`npm run release -- mf-events --approve ${build.version}`);
      expect(code).toBe(1);
      const own = /--approved-by (\S+)/.exec((await approveBy(aoi.secret)).said)?.[1] ?? '';
      const alone = await skip('--reason', 'an outage', '--approved-by', own);
      expect(alone.said).toContain('aoi@e2e.example cannot approve their own release');
      expect(alone.code).toBe(1);
      expect(await nextVersion(page, product.url)).toBe(before);
    });

    await test.step('two people can', async () => {
      const approval = /--approved-by (\S+)/.exec((await approveBy(ren.secret)).said)?.[1] ?? '';
      const { code, said } = await skip('--reason', 'an outage', '--approved-by', approval, '--who', 'somebody else');
      expect(said).toContain(`${build.version} is live for everyone`);
      expect(code).toBe(0);
      expect(await nextVersion(page, product.url)).toBe(build.version);
    });

    await test.step('staff see who did it and who agreed', async () => {
      await signInByApi(page.context(), product.url, 'staff');
      await page.goto('/status');
      const line = page
        .getByRole('region', { name: '履歴' })
        .getByRole('row')
        .filter({ hasText: '検査の省略' })
        .filter({ hasText: build.version });
      await expect(line).toContainText('aoi@e2e.example');
      await expect(line).toContainText('ren@e2e.example');
      await expect(line).toContainText('an outage');
      await expect(page.getByText('somebody else')).toHaveCount(0);
    });

    await test.step('a token is for its remote, and ends when it is revoked', async () => {
      const other = await release(product, 'mf-account', '--rollback', '--token', aoi.secret);
      expect(other.said).toContain('This token is for mf-events, not for mf-account.');
      expect((await teams(product, 'revoke', aoi.id)).said).toContain('revoked');
      const ended = await releaseEvents(product, '--rollback', '--token', aoi.secret);
      expect(ended.said).toContain('This token was revoked at');
      expect(ended.code).toBe(1);
      const { said: list } = await teams(product, 'list');
      expect(list).toMatch(/aoi@e2e\.example {2}mf-events {2}revoked /);
      expect(list).toMatch(/ren@e2e\.example {2}mf-events {2}until /);
      expect(list).not.toContain(ren.secret);
      expect((await teams(product, 'list', '--token', ren.secret)).said).toContain(
        'Only the operator may manage tokens.',
      );
      expect((await releaseEvents(product, '--rollback', '--token', ren.secret)).code).toBe(0);
    });
    await build.remove();
  },
);
