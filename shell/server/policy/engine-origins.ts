import type { PolicySources } from './content-policy';
import { NO_PAYMENTS, STRIPE_ORIGINS } from './stripe-origins';

type Sources = Pick<PolicySources, 'code' | 'frames' | 'connect' | 'images'>;

/** The addresses of the engines, or of the services in their place. */
type Addresses = Partial<
  Record<
    | 'FIRESTORE_PROJECT'
    | 'FIRESTORE_ENGINE_URL'
    | 'FIRESTORE_ENGINE_PUBLIC_URL'
    | 'STRIPE_PUBLISHABLE_KEY'
    | 'STRIPE_ENGINE_URL'
    | 'STRIPE_ENGINE_PUBLIC_URL'
    | 'LIVEKIT_URL'
    | 'LIVEKIT_ENGINE_URL'
    | 'LIVEKIT_ENGINE_PUBLIC_URL',
    string | undefined
  >
>;

const CLOUD_FIRESTORE = 'https://firestore.googleapis.com';

/** What pages load from live documents, voice and video, and payments. */
export function engineOrigins(addresses: Addresses): Sources {
  const payments = paymentOrigins(addresses);
  return { ...payments, connect: [...payments.connect, ...mediaOrigins(addresses), ...liveOrigins(addresses)] };
}

/** The origins of voice and video: a WebSocket, and the request that explains why one was refused. */
function mediaOrigins(data: Addresses): string[] {
  const url = data.LIVEKIT_URL ?? data.LIVEKIT_ENGINE_PUBLIC_URL ?? data.LIVEKIT_ENGINE_URL;
  if (url === undefined) return [];
  const { host, protocol } = new URL(url);
  const secure = /^(wss|https):$/.test(protocol) ? 's' : '';
  return [`ws${secure}://${host}`, `http${secure}://${host}`];
}

/** The origin of live documents: Cloud Firestore's or the engine's, in the order in which the api prefers them. */
function liveOrigins({
  FIRESTORE_PROJECT: project,
  FIRESTORE_ENGINE_URL: url,
  FIRESTORE_ENGINE_PUBLIC_URL: publicUrl,
}: Addresses): string[] {
  if (project) return [CLOUD_FIRESTORE];
  return url ? [new URL(publicUrl ?? url).origin] : [];
}

/** What pages that take payments load and show: elements of Stripe, or of the engine that replaces it. */
function paymentOrigins(data: Addresses): Sources {
  const engine = data.STRIPE_ENGINE_PUBLIC_URL || data.STRIPE_ENGINE_URL;
  if (engine) {
    const { origin } = new URL(engine);
    return { code: [origin], frames: [origin], connect: [origin], images: [] };
  }
  return data.STRIPE_PUBLISHABLE_KEY ? STRIPE_ORIGINS : NO_PAYMENTS;
}
