import { apiPlugin } from '../../../api/src/app';
import { DEMO_PASSWORD, demoPeople, type DemoPerson, demoSchoolPage } from '../../../api/src/demo/demo-people';
import { readEnv } from '../../../api/src/env';
import { onClientError } from '../../../api/src/http/error-handler';
import { apiServerOptions } from '../../../api/src/http/server-options';
import { createDb } from '../../../api/src/platform/database/db';
import { readWebEnv } from '../../../shell/server/web-env';
import { startDemo } from '../demo/demo';
import { startMail } from '../mail';
import type { PublishedBuilds } from '../releases/publish-builds';
import { openStaffReleases } from '../releases/staff-releases';
import { startEngines } from './embedded-engines';
import { openDatabase } from './open-database';
import { createPages, demoMediaDir, type PagesOptions } from './pages';
import { builtShellDir, type RoleContext, programs, type RoleOptions, serve } from './parts';

export interface ProductOptions extends RoleOptions, PagesOptions {
  isEmbeddedDatabase: boolean;
}

export interface WholeProduct {
  /** The demo accounts, when the demo is on. */
  demo: {
    people: readonly DemoPerson[];
    password: string;
    /** A pupil who signs in on the page of the school; null when that page does not run. */
    pupilOfPage: typeof demoSchoolPage | null;
  } | null;
  /** URL of the page with caught mails; null when mails are sent for real. */
  mailUrl: string | null;
  /** URL of the embedded engine of live documents; null without one. */
  liveUrl: string | null;
  /** What became of the builds of this workspace. */
  builds: PublishedBuilds;
}

/**
 * Starts everything: pages and calls in this process, and the engines of live documents and of media in processes of
 * their own. First it migrates the database, fills the demo and releases the workspace builds. Each part is closed
 * before its dependencies.
 */
export async function startWholeProduct(context: RoleContext, options: ProductOptions): Promise<WholeProduct> {
  const { env, dataDir, parts, drain } = context;
  const { platformFeePercent: feePercent } = readEnv({ ...env, DATA_DIR: dataDir });
  const mail = await startMail(context);
  parts.defer(() => mail?.close());
  const pool = await openDatabase(context);
  const engines = await startEngines(context, { pool, areRequired: false });
  const { isEmbeddedDatabase } = options;
  const { payments } = engines;
  const demo = await startDemo({ ...context, pool, isEmbeddedDatabase, payments, feePercent, mediaDir: demoMediaDir });
  parts.defer(() => demo?.stop());
  const [live, media] = await Promise.all([engines.live, engines.media]);
  const engineEnv = { ...live?.env, ...payments?.env, ...media?.env };
  const apiEnv = readEnv({
    ...env,
    DATA_DIR: dataDir,
    COMPOSER_SCRIPT: programs.composer,
    ...engineEnv,
    ...(mail && { SMTP_URL: mail.smtpUrl }),
  });
  const webEnv = readWebEnv({ ...env, ...engineEnv });
  const releases = openStaffReleases({
    ...context,
    pool,
    signingKey: webEnv.releaseSigningKey,
    shell: options.development?.shell ?? options.shellDir ?? builtShellDir,
    gateProgram: programs.releaseGate,
  });
  const { server, builds } = await createPages(context, options, {
    env: webEnv,
    pool,
    isDemo: demo !== null,
    api: {
      plugin: apiPlugin({ db: createDb(pool), pool, env: apiEnv, releases, isDraining: () => drain.isDraining }),
      options: { ...apiServerOptions, clientErrorHandler: onClientError },
    },
  });
  await serve(server, context);
  demo?.storeFiles(apiEnv.storageUrl);
  demo?.startSpeaker(apiEnv.media, programs.demoSpeaker);
  return {
    demo: demo && {
      people: demoPeople,
      password: DEMO_PASSWORD,
      pupilOfPage: demo.hasSchoolPage ? demoSchoolPage : null,
    },
    mailUrl: mail?.pageUrl ?? null,
    liveUrl: live?.env.FIRESTORE_ENGINE_URL ?? null,
    builds,
  };
}
