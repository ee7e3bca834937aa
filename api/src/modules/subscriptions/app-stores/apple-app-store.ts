import type { AppleEnv } from '../../../app-stores-env';
import type { AppStore, StorePurchase } from './app-store';

/** Apple's code for an introductory offer. */
const INTRODUCTORY_OFFER = 1;
const PEM = /-----BEGIN CERTIFICATE-----([\s\S]+?)-----END CERTIFICATE-----/g;

/**
 * The App Store: a receipt is a transaction signed by Apple; its certificate chain must end at a configured root, and
 * it must be for this app and environment. The library is loaded for the first receipt.
 */
export function createAppleAppStore({ bundleId, appId, environment, rootCertificates }: AppleEnv): AppStore {
  const roots = [...rootCertificates.matchAll(PEM)].map(([, body = '']) => Buffer.from(body, 'base64'));
  const loading = { verifier: null as Promise<Verify> | null };

  async function load(): Promise<Verify> {
    const { Environment, SignedDataVerifier, VerificationException } = await import('@apple/app-store-server-library');
    const kind = environment === 'production' ? Environment.PRODUCTION : Environment.SANDBOX;
    const verifier = new SignedDataVerifier(roots, false, kind, bundleId, appId ?? undefined);
    return async (receipt) => {
      try {
        return toPurchase(await verifier.verifyAndDecodeTransaction(receipt));
      } catch (error) {
        if (error instanceof VerificationException) return null;
        throw error;
      }
    };
  }

  return { provider: 'app_store', read: async (receipt) => (await (loading.verifier ??= load()))(receipt), ask: null };
}

type Verify = (receipt: string) => Promise<StorePurchase | null>;

interface Transaction {
  originalTransactionId?: string;
  productId?: string;
  originalPurchaseDate?: number;
  purchaseDate?: number;
  expiresDate?: number;
  revocationDate?: number;
  offerType?: number | string;
}

/** Returns null for a transaction that is not a subscription. */
function toPurchase(transaction: Transaction): StorePurchase | null {
  const { originalTransactionId: id, productId, expiresDate, purchaseDate, originalPurchaseDate } = transaction;
  if (!id || !productId || expiresDate === undefined) return null;
  return {
    id,
    productId,
    startedAt: new Date(originalPurchaseDate ?? purchaseDate ?? expiresDate),
    expiresAt: new Date(expiresDate),
    isTrial: transaction.offerType === INTRODUCTORY_OFFER,
    willRenew: null,
    isRevoked: transaction.revocationDate !== undefined,
  };
}
