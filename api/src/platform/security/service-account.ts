/** A Google service account with which a program signs. */
export interface ServiceAccount {
  clientEmail: string;
  /** PEM. */
  privateKey: string;
}
