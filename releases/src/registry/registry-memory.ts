import { readFile, rename, writeFile } from 'node:fs/promises';

import type { ReleaseKey } from '../store/release-key';

/** Persists the last valid registry entries, for a startup that cannot read newer ones. */
export interface RegistryMemory {
  /**
   * Returns the entries as the database gave them; none when nothing is stored or when this installation did not write
   * it.
   */
  recall(): Promise<unknown[]>;
  /** Stores the entries when they have changed. Nothing waits for it. */
  keep(rows: ReadonlyArray<{ remote: string; revision: number }>): void;
}

const PURPOSE = 'last registry';

/** Stores them in a signed file: foreign, modified or recombined entries are ignored. */
export function rememberInFile(path: string, key: ReleaseKey, onTrouble: (trouble: unknown) => void): RegistryMemory {
  let kept = '';

  /** Atomic: written to a temporary file, then renamed. */
  async function write(rows: readonly unknown[]) {
    const plain: unknown = JSON.parse(JSON.stringify(rows));
    const draft = `${path}.${process.pid}`;
    await writeFile(draft, JSON.stringify({ rows: plain, signature: key.sign(PURPOSE, plain) }), { mode: 0o600 });
    await rename(draft, path);
  }

  return {
    async recall() {
      const text = await readFile(path, 'utf8').catch(() => null);
      if (text === null) return [];
      try {
        const { rows, signature } = JSON.parse(text) as { rows?: unknown; signature?: unknown };
        if (!Array.isArray(rows) || !key.isSigned(PURPOSE, rows, signature))
          throw new Error('its signature is invalid');
        return rows as unknown[];
      } catch (error) {
        onTrouble(new Error(`${path} is ignored: ${(error as Error).message}`));
        return [];
      }
    },
    keep(rows) {
      const mark = rows.map(({ remote, revision }) => `${remote} ${revision}`).join();
      if (mark === kept || rows.length === 0) return;
      kept = mark;
      write(rows).catch(onTrouble);
    },
  };
}
