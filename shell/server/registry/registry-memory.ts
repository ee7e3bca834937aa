import { readFile, rename, writeFile } from 'node:fs/promises';

import type { ReleaseKey } from '../releases/release-key';

/** Where the last entries of the registry that counted are kept, for a start that cannot read better ones. */
export interface RegistryMemory {
  /** The entries as the database gave them; none when there are none, or when they are not what this installation wrote. */
  recall(): Promise<unknown[]>;
  /** Writes them down when they are news. Nobody waits for it. */
  keep(rows: ReadonlyArray<{ remote: string; revision: number }>): void;
}

const PURPOSE = 'last registry';

/** Keeps them in a signed file: nobody else's, changed or mixed together counts. */
export function rememberInFile(path: string, key: ReleaseKey, onTrouble: (trouble: unknown) => void): RegistryMemory {
  let kept = '';

  /** Whole or not at all: written aside, then renamed. */
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
          throw new Error('its signature is not ours');
        return rows as unknown[];
      } catch (error) {
        onTrouble(new Error(`${path} does not count: ${(error as Error).message}`));
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
