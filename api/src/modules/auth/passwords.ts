import argon2 from '@node-rs/argon2';

/** argon2id with 19 MiB and two passes. Source: OWASP's password storage recommendation. */
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Returns whether the password matches. Takes as long when there is no hash, so that timing reveals nothing. */
  matches(password: string, passwordHash: string | null | undefined): Promise<boolean>;
}

export function createPasswords(): Passwords {
  /** A hash of a value nobody knows. */
  let decoy: Promise<string> | undefined;
  return {
    hash: (password) => argon2.hash(password, OPTIONS),
    async matches(password, passwordHash) {
      decoy ??= argon2.hash(crypto.randomUUID(), OPTIONS);
      const isMatch = await argon2.verify(passwordHash ?? (await decoy), password);
      return isMatch && passwordHash !== null && passwordHash !== undefined;
    },
  };
}
