import type { AppConfig } from '../page/boot-data';
import type { AnalyticsSink } from './recorder';

type FirebaseSettings = NonNullable<AppConfig['firebaseAnalytics']>;

/** What the sink needs of Firebase. */
interface Meter {
  logEvent: (name: string, parameters: { label: string }) => void;
  setEnabled: (isEnabled: boolean) => void;
}

/**
 * Firebase Analytics, fetched and started with the first event and not before: until somebody has agreed, nothing of
 * it is on the page. It gathers and sends by itself.
 *
 * @param open starts it; the product's own way by default.
 */
export function createFirebaseSink(
  settings: FirebaseSettings,
  open: (settings: FirebaseSettings) => Promise<Meter | null> = openFirebase,
): AnalyticsSink {
  let opened: Promise<Meter | null> | undefined;
  let isEnabled = true;

  /** Only what comes while it is wanted is logged, however long it takes to open. */
  function tell(act: (meter: Meter) => void) {
    opened?.then(
      (meter) => {
        if (meter) act(meter);
      },
      () => {
        // It may have been the line: the next event tries again.
        opened = undefined;
      },
    );
  }

  return {
    flush: () => undefined,
    take: ({ name, label }) => {
      opened ??= open(settings);
      const wasEnabled = isEnabled;
      isEnabled = true;
      tell((meter) => {
        if (!wasEnabled && isEnabled) meter.setEnabled(true);
        if (isEnabled) meter.logEvent(name, { label });
      });
    },
    stop: () => {
      isEnabled = false;
      tell((meter) => meter.setEnabled(isEnabled));
    },
  };
}

async function openFirebase({ measurementId, ...options }: FirebaseSettings): Promise<Meter | null> {
  const [{ initializeApp }, { initializeAnalytics, isSupported, logEvent, setAnalyticsCollectionEnabled }] =
    await Promise.all([
      import(/* webpackChunkName: "firebase-app" */ 'firebase/app'),
      import(/* webpackChunkName: "firebase-analytics" */ 'firebase/analytics'),
    ]);
  if (!(await isSupported())) return null;
  const app = initializeApp({ ...options, measurementId }, 'analytics');
  // Pages and advertising are nobody's business: only the fixed list is told.
  const analytics = initializeAnalytics(app, {
    config: { send_page_view: false, allow_google_signals: false, allow_ad_personalization_signals: false },
  });
  return {
    logEvent: (name, parameters) => logEvent(analytics, name, parameters),
    setEnabled: (isEnabled) => setAnalyticsCollectionEnabled(analytics, isEnabled),
  };
}
