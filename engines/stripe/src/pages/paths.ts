/** The paths of the engine's pages, referenced by API responses. */
export const pagePaths = {
  /** 3-D Secure and the PayPay approval. */
  challenge: (intentId: string, clientSecret: string) =>
    `/challenge/${intentId}?client_secret=${encodeURIComponent(clientSecret)}`,
  konbini: (intentId: string, clientSecret: string) =>
    `/konbini/${intentId}?client_secret=${encodeURIComponent(clientSecret)}`,
  paypay: (intentId: string, clientSecret: string) =>
    `/paypay/${intentId}?client_secret=${encodeURIComponent(clientSecret)}`,
  receipt: (chargeId: string) => `/receipts/${chargeId}`,
  invoice: (invoiceId: string, secret: string) => `/invoices/${invoiceId}?secret=${secret}`,
  onboarding: (token: string) => `/onboarding/${token}`,
  express: (accountId: string) => `/express/${accountId}`,
} as const;
