import { randomBytes } from 'node:crypto';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const ID_CHARACTERS = 24;
const SECRET_CHARACTERS = 25;
const URL_SECRET_CHARACTERS = 40;

/** Generates an unguessable id with Stripe's prefix, such as pi_3N…. */
export const newId = (prefix: string) => `${prefix}_${randomText(ID_CHARACTERS)}`;

/** Generates the client secret, with which a browser may act on one intent. */
export const newClientSecret = (id: string) => `${id}_secret_${randomText(SECRET_CHARACTERS)}`;

export const newSigningSecret = () => `whsec_${randomText(URL_SECRET_CHARACTERS)}`;

/** Returns uniformly random letters and digits. */
function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      const limit = 256 - (256 % LETTERS.length);
      if (byte < limit && text.length < length) text += LETTERS[byte % LETTERS.length];
    }
  }
  return text;
}
