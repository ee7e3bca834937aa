import { readFile } from 'node:fs/promises';

import type { ErrorCode } from '@manabiba/shared/contract/errors';
import { type SlotPlace, slots } from '@manabiba/shared/page/slots';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';

import { refuse } from '../refuse';
import type { RegistryReader } from '../registry/registry-reader';
import { grantOverrides, overridesBody } from './developer-override';
import { type GateReport, rangeConflicts, routeConflicts, walkGates } from './gate/release-gate';
import { overrideCookie } from './override';
import { keepFiles, packContents } from './release-files';
import { isSame, type ReleaseKey } from './release-key';
import { releaseManifest, remoteName, versionName } from './release-manifest';
import { ReleaseRefusal, type ReleaseStore } from './release-store';

export interface DeployOptions {
  /** Token that authorizes releases. */
  token: string;
  store: ReleaseStore;
  key: ReleaseKey;
  registry: RegistryReader;
  releasesDir: string;
  /** Versions of the modules that the live shell shares with remotes. */
  gives: Readonly<Record<string, string>>;
  /** The live shell's facade and contract for the compiler. */
  types: { digest: string; path: string } | undefined;
  isDemo: boolean;
  publicUrl: string;
  /** Whether developers may load their own remotes into their own pages. */
  takesDevelopers: boolean;
  /** Development: remotes served by local dev servers, regardless of what is live. */
  fromSource: readonly string[];
}

/** Files are sent as base64, a third larger than the original; a remote is a few hundred KB. */
const MAX_BYTES = 16 * 1024 * 1024;

const words = z.string().check(z.trim(), z.minLength(1), z.maxLength(500));
const act = { remote: remoteName, who: words, why: words };
const candidateBody = z.object({
  ...act,
  manifest: releaseManifest,
  files: z.record(z.string(), z.string()),
  serverFile: z.optional(z.string()),
});
const releaseBody = z.object({
  ...act,
  version: versionName,
  percent: z.nullable(z.int().check(z.minimum(1), z.maximum(99))),
  isWorthReload: z.optional(z.boolean()),
});
const TOO_LARGE = `A release must not exceed ${MAX_BYTES / 1024 / 1024} MB, encoded as base64.`;
const refusalBody = z.object({ ...act, version: versionName });
const rollBackBody = z.object(act);

/** Endpoints that receive releases, with the deploy token only; each change is one call. */
export function serveDeploy(app: FastifyInstance, options: DeployOptions): void {
  const { token, store, registry, isDemo, gives, types } = options;
  void app.register(
    async (scope) => {
      scope.addHook('onRequest', async (request, reply) => {
        const given = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
        if (!isSame(token, given)) return refuse(reply, 'unauthenticated');
        reply.header('cache-control', 'no-store');
      });
      scope.addHook('onSend', async (request) => {
        // The registry is refreshed at once, because the releaser looks at the pages next.
        if (request.method === 'POST') await registry.refresh();
      });
      scope.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
        if (error instanceof ReleaseRefusal) return say(reply, 409, 'conflict', error.message);
        if (error instanceof z.core.$ZodError) return say(reply, 422, 'invalid', z.prettifyError(error));
        if (error.statusCode === 413) return say(reply, 413, 'too_large', TOO_LARGE);
        request.log.error({ err: error }, 'a release failed');
        return refuse(reply, error.statusCode && error.statusCode < 500 ? 'invalid' : 'internal');
      });
      scope.get('/live', async () => ({
        gives,
        types: types?.digest ?? null,
        isDemo,
        slotHosts,
        remotes: await store.entries(),
        history: await store.history(20),
      }));
      scope.get('/types', async (_request, reply) =>
        types
          ? reply.type('application/json; charset=utf-8').send(await readFile(types.path))
          : refuse(reply, 'not_found'),
      );
      scope.post('/candidates', { bodyLimit: MAX_BYTES }, async (request, reply) => {
        const { gates, ...answer } = await receive(candidateBody.parse(request.body), options);
        return reply.code(gates.some(({ refusals }) => refusals.length > 0) ? 422 : 201).send({ gates, ...answer });
      });
      scope.post('/releases', async (request) => {
        const wanted = releaseBody.parse(request.body);
        return store.publish(wanted, () => mustFit(wanted, options));
      });
      scope.post('/overrides', async (request, reply) => {
        if (!options.takesDevelopers)
          throw new ReleaseRefusal('Developer overrides are off here: DEVELOPER_OVERRIDE=on allows them.');
        const granted = await grantOverrides(overridesBody.parse(request.body), options);
        return reply.code(granted.link ? 201 : 422).send(granted);
      });
      scope.post('/refusals', async (request, reply) => {
        await store.refuse(refusalBody.parse(request.body));
        return reply.code(204).send();
      });
      scope.post('/rollbacks', async (request) => store.rollBack(rollBackBody.parse(request.body)));
    },
    { prefix: '/deploy' },
  );
}

const say = (reply: FastifyReply, status: number, code: ErrorCode, error: string) =>
  reply.code(status).send({ error, code });

/** Checks a candidate and, if it passes, stores it where a single browser can load it. */
async function receive(
  { manifest, files, serverFile: encoded, who, why }: z.infer<typeof candidateBody>,
  { store, key, registry, releasesDir, gives, fromSource }: DeployOptions,
): Promise<{ gates: GateReport[]; override?: { name: string; value: string } }> {
  const { remote, version } = manifest;
  if (fromSource.includes(remote))
    throw new ReleaseRefusal(
      `${remote} is served from source here (npm run dev), so a release of it would not be visible. Name other remotes for npm run dev, or release to another product with --to.`,
    );
  const contents = new Map(
    Object.keys(manifest.files).flatMap((path) =>
      files[path] === undefined ? [] : [[path, Buffer.from(files[path], 'base64')] as const],
    ),
  );
  const serverFile = encoded === undefined ? undefined : Buffer.from(encoded, 'base64');
  const packed = await packContents(contents);
  const weights = Object.fromEntries([...packed].map(([path, { br }]) => [path, br.length]));
  const gates = walkGates(
    { manifest, contents, weights, serverFile },
    { gives, registry: (await registry.read()) ?? { remotes: {} } },
  );
  const refusals = gates.flatMap((gate) => gate.refusals);
  if (refusals.length > 0) {
    await store.refuse({ remote, version, who, why: `${why}: ${refusals.join(' ')}` });
    return { gates };
  }
  await keepFiles(releasesDir, manifest, packed, serverFile);
  await store.stage(manifest, who);
  return { gates, override: overrideCookie({ remote, version, by: 'gate' }, key) };
}

/** Another release may have gone live since the candidate was checked. */
async function mustFit(
  { remote, version }: { remote: string; version: string },
  { store, registry, gives }: DeployOptions,
): Promise<void> {
  await registry.refresh();
  const live = await registry.read();
  const manifest = releaseManifest.safeParse(await store.manifestOf(remote, version));
  if (!manifest.success) throw new ReleaseRefusal(`${remote} ${version} was never uploaded.`);
  const [conflict] = [
    ...rangeConflicts(manifest.data, gives),
    ...routeConflicts(manifest.data, live ?? { remotes: {} }),
  ];
  if (conflict) throw new ReleaseRefusal(conflict);
}

/** The page of each slot and its access: the browser release gate opens the slot there. */
const slotHosts = Object.fromEntries(
  Object.entries<SlotPlace<unknown>>(slots)
    .filter(([, { isAfterAction }]) => !isAfterAction)
    .map(([name, { page, search = '', access }]) => [name, { path: page.pattern + search, access }]),
);
