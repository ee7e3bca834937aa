import { permitDemo } from '../../../api/src/demo/demo-permission';
import { startDemoRenewal } from '../../../api/src/demo/demo-renewal';
import { fillArchives } from '../../../api/src/demo/fill-archives';
import { fillPayments, type RecordPayments } from '../../../api/src/demo/fill-payments';
import { fillStaffWork } from '../../../api/src/demo/fill-staff-work';
import { fillUnpaidPlan } from '../../../api/src/demo/fill-unpaid-plan';
import { redateDemo } from '../../../api/src/demo/redate-demo';
import { seedDemo } from '../../../api/src/demo/seed-demo';
import type { MediaEnv } from '../../../api/src/media-env';
import type { Pool } from '../../../api/src/platform/database/db';
import type { createLogger } from '../../../api/src/platform/logger';
import { createStorage } from '../../../api/src/platform/storage/create-storage';
import { startSchoolPage } from '../school-page';
import { startSpeaker } from './start-speaker';

type Logger = ReturnType<typeof createLogger>;

interface DemoOptions {
  pool: Pool;
  env: Record<string, string | undefined>;
  port: number;
  host: string;
  publicUrl: string;
  isEmbeddedDatabase: boolean;
  /** Platform fee on a ticket's price, in percent. */
  feePercent: number;
  /** The embedded provider; with an external one the demo has no payments. */
  payments: { recordPayments: RecordPayments; env: { STRIPE_SECRET_KEY: string; STRIPE_ENGINE_URL: string } } | null;
  /** Folder of the demo's pictures. */
  mediaDir: string;
  logger: Logger;
}

interface Demo {
  /** Whether the page of the demo school runs. */
  hasSchoolPage: boolean;
  /**
   * Stores missing files of the demo in the background: those in the queues of the staff and, if enabled, the videos of
   * archives.
   */
  storeFiles(storageUrl: string): void;
  /** Starts the speaker of a live class, if enabled and rooms have voice and video. */
  startSpeaker(media: MediaEnv | null, script: string): void;
  stop(): Promise<void>;
}

/**
 * Fills the database with the demo data, or shifts its dates to today, and keeps them current until `stop`. Returns
 * null when the demo is disabled or not permitted.
 */
export async function startDemo(options: DemoOptions): Promise<Demo | null> {
  const { pool, env, isEmbeddedDatabase, feePercent, payments, mediaDir, logger } = options;
  const permission = permitDemo({ nodeEnv: env['NODE_ENV'], demo: env['DEMO'], isEmbeddedDatabase });
  if (!permission) return null;
  const demo = { pool, now: new Date(), permission };
  const { isSeeded } = await seedDemo(demo);
  if (!isSeeded) await redateDemo(demo);
  if (payments) {
    await fillPayments({ ...demo, feePercent, record: payments.recordPayments });
    const { STRIPE_SECRET_KEY: secretKey, STRIPE_ENGINE_URL: apiUrl } = payments.env;
    await fillUnpaidPlan({ ...demo, payments: { secretKey, apiUrl } });
  }
  const schoolPage = await startSchoolPage({ ...options, permission });
  const renewal = startDemoRenewal({
    pool,
    permission,
    onTrouble: (err) => logger.error({ err }, 'the demo data cannot be refreshed'),
  });
  const making = new AbortController();
  let made: Promise<unknown> = Promise.resolve();
  let speaker: Promise<() => Promise<void>> | null = null;
  return {
    hasSchoolPage: schoolPage !== null,
    storeFiles(storageUrl) {
      const storage = createStorage(storageUrl);
      made = fillStaffWork({ ...demo, storage })
        .catch((err: unknown) => logger.error({ err }, 'the work of the demo staff cannot be prepared'))
        .then(async () => {
          if (env['DEMO_VIDEOS'] !== 'off') await fillArchives({ ...demo, storage, mediaDir, signal: making.signal });
        })
        .catch((err: unknown) => logger.error({ err }, 'the videos of the demo cannot be made'));
    },
    startSpeaker(media, script) {
      if (media && env['DEMO_VOICE'] !== 'off') speaker = startSpeaker({ media, script, logger });
    },
    async stop() {
      making.abort();
      await Promise.all([renewal.stop(), schoolPage?.close(), made, speaker?.then((stop) => stop())]);
    },
  };
}
