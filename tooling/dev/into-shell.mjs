import { userInfo } from 'node:os';

import { UserFacingError } from '../../server/src/user-facing-error.mjs';
import { deployCalls } from '../release-kit/release/deploy-calls.mjs';
import { deployToken } from '../release-kit/release/deploy-token.mjs';
import { sourceManifest, startPackageServers } from './package-servers.mjs';

/**
 * Serves remotes from source for the shell of a product elsewhere, and prints the link that loads them into a browser.
 *
 * @param {object} wanted
 * @param {string[]} wanted.names Remotes from source.
 * @param {{ remote: string, version: string }[]} wanted.versions Releases that are staged there.
 * @param {string} wanted.shell URL of the product.
 * @param {string} [wanted.token]
 * @param {import('../../server/src/process-lifecycle.mjs').ProcessLifecycle} life
 * @param {Record<string, string | undefined>} env
 */
export async function developInShell({ names, versions, shell, token }, life, env) {
  const product = deployCalls({ to: shell, token: await deployToken(token, env) });
  await product.live();
  if (names.length > 0) console.log(`Building ${names.join(', ')} for ${shell}`);
  const servers = await startPackageServers(
    names,
    (name, ms) => console.log(`  ${name} rebuilt in ${ms} ms: its pages load again`),
    shell,
  );
  life.atEnd(() => servers.stop());
  life.throwIfOver();
  const sources = await Promise.all(
    names.map(async (name) => ({ manifest: await sourceManifest(name), port: servers.ports[name] })),
  );
  const { gates, link } = await product.override({
    who: userInfo().username,
    why: 'npm run dev',
    overrides: [...sources, ...versions],
  });
  if (!link)
    throw new UserFacingError(
      gates
        .map(
          ({ name, refusals }) =>
            `${name} does not fit ${shell}:\n${refusals.map((sentence) => `  - ${sentence}`).join('\n')}`,
        )
        .join('\n'),
    );
  console.log(`\nOpen this link in your browser within ten minutes; no other browser is affected:\n\n  ${link}\n`);
  if (names.length > 0)
    console.log(
      'It lasts up to twelve hours while this command runs. End it with the sign at the bottom of every page.',
    );
}
