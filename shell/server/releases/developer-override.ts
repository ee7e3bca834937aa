import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

import { isOpenedByHand, pathWithin } from '../policy/direct-link';
import { isOurs } from '../policy/origin-check';
import { refuse } from '../refuse';
import type { RegistryReader } from '../registry/registry-reader';
import { type GateReport, rangeConflicts, routeConflicts } from './gate/release-gate';
import { forgetting, type Override, overrideCookie, overrideGrant, readGrant, setting } from './override';
import type { ReleaseKey } from './release-key';
import { remoteName, sourceManifest, versionName } from './release-manifest';
import { ReleaseRefusal } from './release-refusal';
import type { ReleaseStore } from './release-store';

const words = z.string().check(z.trim(), z.minLength(1), z.maxLength(500));
const port = z.int().check(z.minimum(1024), z.maximum(65_535));
/** A stored release, or one served by a dev server on the developer's machine. */
const wanted = z.union([
  z.object({ manifest: sourceManifest, port }),
  z.object({ remote: remoteName, version: versionName }),
]);
export const overridesBody = z.object({
  who: z.optional(words),
  why: words,
  overrides: z.array(wanted).check(z.minLength(1), z.maxLength(8)),
});

interface GrantOptions {
  store: ReleaseStore;
  key: ReleaseKey;
  registry: RegistryReader;
  gives: Readonly<Record<string, string>>;
  publicUrl: string;
}

/**
 * Creates a link that puts releases or a developer's own sources into the browser that opens it, and into no other.
 *
 * Anything incompatible with the live shell is rejected as a release would be.
 */
export async function grantOverrides(
  { who, overrides }: Pick<z.infer<typeof overridesBody>, 'overrides'> & { who: string },
  { store, key, registry, gives, publicUrl }: GrantOptions,
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
    const refusals = [...rangeConflicts(manifest, gives), ...routeConflicts(manifest, live)];
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

/** The browser side: opening the link and leaving the override. */
export function serveOverride(app: FastifyInstance, { key, publicUrl }: { key: ReleaseKey; publicUrl: string }): void {
  const used = new Set<string>();
  app.get<{ Querystring: { grant?: string | string[]; to?: string } }>('/override', async (request, reply) => {
    if (!isOpenedByHand(request)) return refuse(reply, 'bad_origin');
    const grants = [request.query.grant ?? []].flat();
    const granted = grants.flatMap((grant) => (used.has(grant) ? [] : (readGrant(grant, key) ?? [])));
    if (grants.length === 0 || granted.length !== grants.length) return refuse(reply, 'link_expired');
    for (const grant of grants) used.add(grant);
    request.log.warn({ granted }, 'a developer override begins');
    return reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .header(
        'set-cookie',
        granted.map((override) => setting(overrideCookie(override, key), app.cookieAttributes)),
      )
      .redirect(pathWithin(request.query.to), 303);
  });
  app.delete<{ Querystring: { remote?: string } }>('/override', async (request, reply) => {
    if (!isOurs(request, publicUrl)) return refuse(reply, 'bad_origin');
    return reply
      .code(204)
      .header('cache-control', 'no-store')
      .header('set-cookie', forgetting(request.headers.cookie, request.query.remote, app.cookieAttributes))
      .send();
  });
}
