import type { GooglePlayEnv } from '../../../app-stores-env';
import { AppError } from '../../../platform/app-error';
import type { AppStore, StorePurchase } from './app-store';

const SCOPE = 'https://www.googleapis.com/auth/androidpublisher';
/** Token endpoint of Google's library; a service account file may name another one. */
const GOOGLE_TOKEN_URL = 'https://oauth2.googleapis.com/token';
const TIMEOUT_MS = 10_000;
/** Statuses with which Google Play answers for an unknown or expired token. */
const UNKNOWN = new Set([400, 404, 410]);
/** States of a subscription that grant no access. */
const WITHOUT_RIGHTS = new Set([
  'SUBSCRIPTION_STATE_PENDING',
  'SUBSCRIPTION_STATE_PENDING_PURCHASE_CANCELED',
  'SUBSCRIPTION_STATE_ON_HOLD',
  'SUBSCRIPTION_STATE_PAUSED',
  'SUBSCRIPTION_STATE_EXPIRED',
]);

/** The fields used of Google's answer (androidpublisher v3, purchases.subscriptionsv2). */
interface SubscriptionPurchase {
  startTime?: string;
  subscriptionState?: string;
  acknowledgementState?: string;
  lineItems?: {
    productId?: string;
    expiryTime?: string;
    autoRenewingPlan?: { autoRenewEnabled?: boolean };
    offerPhase?: { freeTrial?: object };
  }[];
}

interface Answer {
  status: number;
  data: unknown;
}

/**
 * Google Play: a receipt is a purchase token, which is looked up at Google. A new purchase is acknowledged, because
 * Google otherwise refunds it after three days. The library is loaded for the first receipt.
 */
export function createGooglePlay({ packageName, account, apiUrl, tokenUrl }: GooglePlayEnv): AppStore {
  const purchases = `${apiUrl}/androidpublisher/v3/applications/${encodeURIComponent(packageName)}/purchases`;
  const loading = { client: null as ReturnType<typeof load> | null };

  async function load() {
    const { JWT } = await import('google-auth-library');
    const client = new JWT({
      email: account.clientEmail,
      key: account.privateKey,
      scopes: [SCOPE],
      transporterOptions: {
        fetchImplementation: (input: string | URL | Request, init?: RequestInit) =>
          fetch(String(input) === GOOGLE_TOKEN_URL ? tokenUrl : input, init),
      },
    });
    return (method: 'GET' | 'POST', url: string): Promise<Answer> =>
      client.request({ method, url, timeout: TIMEOUT_MS, validateStatus: () => true });
  }

  async function call(method: 'GET' | 'POST', path: string): Promise<Answer> {
    const request = await (loading.client ??= load());
    try {
      return await request(method, `${purchases}/${path}`);
    } catch {
      throw new AppError('unavailable');
    }
  }

  async function ask(token: string): Promise<ReturnType<typeof toPurchase>> {
    const { status, data } = await call('GET', `subscriptionsv2/tokens/${encodeURIComponent(token)}`);
    if (UNKNOWN.has(status)) return null;
    if (status !== 200) throw new AppError('unavailable');
    return toPurchase(token, data as SubscriptionPurchase);
  }

  async function read(token: string): Promise<StorePurchase | null> {
    const purchase = await ask(token);
    if (purchase && !purchase.isAcknowledged) {
      const product = encodeURIComponent(purchase.productId);
      const done = await call('POST', `subscriptions/${product}/tokens/${encodeURIComponent(token)}:acknowledge`);
      if (done.status >= 300) throw new AppError('unavailable');
    }
    return purchase;
  }

  return { provider: 'google_play', read, ask };
}

/** Returns null for a purchase of several items. */
function toPurchase(
  token: string,
  purchase: SubscriptionPurchase,
): (StorePurchase & { isAcknowledged: boolean }) | null {
  const [item] = purchase.lineItems ?? [];
  if (!item?.productId || item.expiryTime === undefined) return null;
  const expiresAt = new Date(item.expiryTime);
  return {
    id: token,
    productId: item.productId,
    startedAt: purchase.startTime === undefined ? expiresAt : new Date(purchase.startTime),
    expiresAt,
    isTrial: item.offerPhase?.freeTrial !== undefined,
    willRenew: item.autoRenewingPlan?.autoRenewEnabled ?? false,
    isRevoked: WITHOUT_RIGHTS.has(purchase.subscriptionState ?? ''),
    isAcknowledged: purchase.acknowledgementState !== 'ACKNOWLEDGEMENT_STATE_PENDING',
  };
}
