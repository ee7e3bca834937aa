import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

import { type GateReport, rangeConflicts, routeConflicts } from '../gate/release-gate';
import type { RegistryReader } from '../registry/registry-reader';
import { type Override, overrideGrant } from '../rollouts/override';
import type { ReleaseKey } from '../store/release-key';
import { remoteName, sourceManifest, versionName } from '../store/release-manifest';
import { ReleaseRefusal } from '../store/release-refusal';
import type { ReleaseStore } from '../store/release-store';
import { authorOf, mustMayRelease } from '../tokens/holder';

const words = z.string().check(z.trim(), z.minLength(1), z.maxLength(500));
const port = z.int().check(z.minimum(1024), z.maximum(65_535));
/** A stored release, or one served by a dev server on the developer's machine. */
const requestedOverride = z.union([
  z.object({ manifest: sourceManifest, port }),
  z.object({ remote: remoteName, version: versionName }),
]);
const overridesBody = z.object({
  who: z.optional(words),
  why: words,
  overrides: z.array(requestedOverride).check(z.minLength(1), z.maxLength(8)),
});

interface GrantOptions {
  store: ReleaseStore;
  key: ReleaseKey;
  registry: RegistryReader;
  shell: { gives: Readonly<Record<string, string>> };
  publicUrl: string;
}

/** The endpoint with which a developer gets a link that shows their own remotes to their own browser. */
export function serveOverrideGrants(scope: FastifyInstance, options: GrantOptions, takesDevelopers: boolean): void {
  scope.post('/overrides', async (request, reply) => {
    if (!takesDevelopers)
      throw new ReleaseRefusal('Developer overrides are off here: DEVELOPER_OVERRIDE=on allows them.');
    const { who, ...given } = overridesBody.parse(request.body);
    const remotes = given.overrides.map((each) => ('manifest' in each ? each.manifest.remote : each.remote));
    for (const remote of remotes) mustMayRelease(request.deployHolder, remote);
    const granted = await grantOverrides({ ...given, who: authorOf(request.deployHolder, who) }, options);
    return reply.code(granted.link ? 201 : 422).send(granted);
  });
}

/**
 * Creates a link that puts releases or a developer's own sources into the browser that opens it, and into no other.
 *
 * Anything incompatible with the live shell is rejected as a release would be.
 */
async function grantOverrides(
  { who, overrides }: Pick<z.infer<typeof overridesBody>, 'overrides'> & { who: string },
  { store, key, registry, shell, publicUrl }: GrantOptions,
): Promise<{ gates: GateReport[]; link?: string }> {
  const live = (await registry.read()) ?? { remotes: {} };
  const granted: Override[] = [];
  let start: string | undefined;
  for (const each of overrides) {
    if (!('manifest' in each)) {
      if ((await store.manifestOf(each.remote, each.version)) === undefined)
        throw new ReleaseRefusal(`${each.remote} ${each.version} was never uploaded.`);
      granted.push({ ...each, by: 'person' });
      continue;
    }
    const { manifest } = each;
    const refusals = [...rangeConflicts(manifest, shell.gives), ...routeConflicts(manifest, live)];
    if (refusals.length > 0) return { gates: [{ name: manifest.remote, ms: 0, refusals }] };
    await store.stage(manifest, who);
    granted.push({ remote: manifest.remote, version: manifest.version, by: each.port });
    start ??= manifest.routes.find(({ path, access }) => access === 'anyone' && !path.includes('{'))?.path;
  }
  const query = new URLSearchParams([
    ...granted.map((override) => ['grant', overrideGrant(override, key)]),
    ['to', start ?? '/'],
  ]);
  return { gates: [], link: `${publicUrl}/override?${query}` };
}
