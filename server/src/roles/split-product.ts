import Fastify, { type FastifyBaseLogger } from 'fastify';

import { type ApiDeps, apiPlugin, type Duty } from '../../../api/src/app';
import { type Env, readEnv } from '../../../api/src/env';
import { onClientError } from '../../../api/src/http/error-handler';
import { healthPlugin } from '../../../api/src/http/health';
import { apiServerOptions, trustedHops } from '../../../api/src/http/server-options';
import { createDb } from '../../../api/src/platform/database/db';
import { readWebEnv } from '../../../shell/server/web-env';
import { startMail } from '../mail';
import { openStaffReleases } from '../releases/staff-releases';
import { UserFacingError } from '../user-facing-error.mjs';
import { startEngines, withEngineKeys } from './embedded-engines';
import { createHealthServer } from './health-server';
import { openDatabase } from './open-database';
import { createPages } from './pages';
import { builtShellDir, type RoleContext, programs, serve } from './parts';
import { type Role, withoutEngineAddresses } from './role';

/** Serves pages and files, and passes calls on to the api at API_URL. */
async function startWeb(context: RoleContext): Promise<object> {
  const pool = await openDatabase(context);
  const env = readWebEnv(context.env);
  const { server } = await createPages(context, {}, { env, pool, isDemo: false, api: { url: env.apiUrl ?? '' } });
  await serve(server, context);
  return {};
}

/** Answers calls under /v1, and leaves the work behind them to others. */
async function startApi(context: RoleContext): Promise<object> {
  const pool = await openDatabase(context);
  const env = apiEnv(context);
  const logger: FastifyBaseLogger = context.logger;
  const app = Fastify({
    ...apiServerOptions,
    loggerInstance: logger,
    trustProxy: trustedHops(env.trustProxy),
    clientErrorHandler: onClientError,
  });
  await app.register(healthPlugin({ pool, isDraining: () => context.drain.isDraining }));
  const { releaseSigningKey: signingKey } = readWebEnv(context.env);
  const releases = openStaffReleases({
    ...context,
    pool,
    signingKey,
    shell: builtShellDir,
    gateProgram: programs.releaseGate,
  });
  await app.register(apiFor('calls', context, { pool, env, releases }), { prefix: '/v1' });
  await serve(app, context);
  return {};
}

/** Does the work behind the calls: jobs, mails, domain events, live documents, housekeeping. */
async function startJobs(context: RoleContext): Promise<object> {
  const { parts, logger } = context;
  const pool = await openDatabase(context);
  // The same composition, not reachable from outside.
  const work = Fastify({ ...apiServerOptions, loggerInstance: logger });
  parts.defer(() => work.close());
  await work.register(apiFor('work', context, { pool, env: apiEnv(context) }));
  await work.ready();
  const readiness = async () => {
    const answer = await work.inject('/readyz');
    return { isReady: answer.statusCode === 200, body: answer.json<object>() };
  };
  await serve(createHealthServer({ logger, readiness }), context);
  return {};
}

/** Runs the embedded engines that the configuration asks for. */
async function startEnginesOnly(given: RoleContext): Promise<object> {
  const context = { ...given, env: withoutEngineAddresses(given.env) };
  const { parts, logger, drain } = context;
  const mail = await startMail(context);
  parts.defer(() => mail?.close());
  const pool = await openDatabase(context);
  const engines = await startEngines(context, { pool, areRequired: true });
  const [live, media] = await Promise.all([engines.live, engines.media]);
  if (!mail && !engines.payments && !live && !media)
    throw new UserFacingError(
      '--role engines has nothing to run: set FIRESTORE_ENGINE, LIVEKIT_ENGINE or STRIPE_ENGINE to on.',
    );
  // A process that has exited is being replaced.
  const areRunning = () => [...(live ? [live.pid] : []), ...(media?.pids ?? [])].every((pid) => pid !== undefined);
  const readiness = () => {
    const isReady = !drain.isDraining && areRunning();
    return Promise.resolve({ isReady, body: { status: isReady ? 'ready' : 'unavailable' } });
  };
  await serve(createHealthServer({ logger, readiness }), context);
  return {};
}

const apiEnv = ({ env, dataDir }: RoleContext): Env =>
  readEnv({ ...withEngineKeys(env), DATA_DIR: dataDir, COMPOSER_SCRIPT: programs.composer });

const apiFor = (duty: Duty, { drain }: RoleContext, deps: Pick<ApiDeps, 'pool' | 'env' | 'releases'>) =>
  apiPlugin({ ...deps, db: createDb(deps.pool), duty, isDraining: () => drain.isDraining });

/** How a process starts in each role of a product that runs in several. */
export const startInRole: Record<Exclude<Role, 'all'>, (context: RoleContext) => Promise<object>> = {
  web: startWeb,
  api: startApi,
  jobs: startJobs,
  engines: startEnginesOnly,
};
