import type { AppConfig } from '../page/boot-data';
import type { AnalyticsSink } from './recorder';

type FirebaseSettings = NonNullable<AppConfig['firebaseAnalytics']>;

/** The subset of Firebase that the sink uses. */
interface Meter {
  logEvent: (name: string, parameters: { label: string }) => void;
  setEnabled: (isEnabled: boolean) => void;
}

/**
 * The Firebase Analytics sink, loaded and initialized with the first event: before consent, none of it is on the page.
 * It batches and sends by itself.
 *
 * @param open initializes it; defaults to the product's own.
 */
export function createFirebaseSink(
  settings: FirebaseSettings,
  open: (settings: FirebaseSettings) => Promise<Meter | null> = openFirebase,
): AnalyticsSink {
  let opened: Promise<Meter | null> | undefined;
  let isEnabled = true;

  /** Only events recorded while enabled are logged, however long the initialization takes. */
  function withMeter(act: (meter: Meter) => void) {
    opened?.then(
      (meter) => {
        if (meter) act(meter);
      },
      () => {
        // It may have been a network failure: the next event retries.
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
      withMeter((meter) => {
        if (!wasEnabled && isEnabled) meter.setEnabled(true);
        if (isEnabled) meter.logEvent(name, { label });
      });
    },
    stop: () => {
      isEnabled = false;
      withMeter((meter) => meter.setEnabled(isEnabled));
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
  // Automatic page views and advertising stay off: only the fixed list of events is sent.
  const analytics = initializeAnalytics(app, {
    config: { send_page_view: false, allow_google_signals: false, allow_ad_personalization_signals: false },
  });
  return {
    logEvent: (name, parameters) => logEvent(analytics, name, parameters),
    setEnabled: (isEnabled) => setAnalyticsCollectionEnabled(analytics, isEnabled),
  };
}
