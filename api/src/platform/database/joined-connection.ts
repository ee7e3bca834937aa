/** Runs one statement on a connection. */
export type RunStatement = (text: string, values: unknown[]) => Promise<{ rows: unknown[] }>;

export interface Connection {
  query: RunStatement;
  release: () => void;
}

const isBegin = (text: string) => text === 'begin' || text.startsWith('start transaction');
/** Matches reads without locks; anything doubtful counts as a write. */
const isRead = (text: string) =>
  /^\s*select\b/i.test(text) && !/\b(for\s+(update|no\s+key|share|key)|nextval|advisory)/i.test(text);

/** Returns a connection that joins an open transaction: its begin, commit and rollback become those of a savepoint. */
export function joinedConnection({
  run,
  read,
  newName,
}: {
  run: RunStatement;
  read: RunStatement;
  newName: () => string;
}): Connection {
  let savepoint: string | null = null;

  async function backTo(name: string): Promise<{ rows: unknown[] }> {
    await run(`rollback to savepoint ${name}`, []);
    return run(`release savepoint ${name}`, []);
  }

  /** Runs one statement in its own savepoint, so that a failure undoes only it. */
  async function runAlone(text: string, values: unknown[]): Promise<{ rows: unknown[] }> {
    const name = newName();
    await run(`savepoint ${name}`, []);
    try {
      const result = await run(text, values);
      await run(`release savepoint ${name}`, []);
      return result;
    } catch (error) {
      await backTo(name).catch(() => undefined);
      throw error;
    }
  }

  return {
    async query(text, values) {
      if (isBegin(text)) {
        savepoint = newName();
        return run(`savepoint ${savepoint}`, []);
      }
      if (savepoint !== null && (text === 'commit' || text === 'rollback')) {
        const name = savepoint;
        savepoint = null;
        return text === 'commit' ? run(`release savepoint ${name}`, []) : backTo(name);
      }
      if (savepoint !== null) return run(text, values);
      return isRead(text) ? read(text, values) : runAlone(text, values);
    },
    release() {
      savepoint = null;
    },
  };
}
