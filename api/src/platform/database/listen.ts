import pg from 'pg';

/** Delay before a lost connection is opened again, in milliseconds. */
const RETRY_MS = 500;

interface ListenOptions {
  /** Of PostgreSQL itself: a pooler that shares connections between transactions delivers nothing. */
  url: string;
  channel: string;
  /** Called for every notification, and after every connection, because notifications may have been missed. */
  onNotification: () => void;
  onTrouble: (error: unknown) => void;
}

/** Listens to a channel of PostgreSQL until it is stopped; a lost connection is opened again. */
export function listen({ url, channel, onNotification, onTrouble }: ListenOptions): { stop: () => Promise<void> } {
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let isInTrouble = false;

  /** Reports an outage once, not every failed attempt to reconnect. */
  function noteTrouble(error: unknown): void {
    if (!isInTrouble && !isStopped) onTrouble(error);
    isInTrouble = true;
  }

  function again(): void {
    client = null;
    if (!isStopped) timer = setTimeout(() => void open(), RETRY_MS);
  }

  async function open(): Promise<void> {
    const opened = new pg.Client({ connectionString: url, keepAlive: true });
    client = opened;
    opened.on('error', noteTrouble);
    opened.on('notification', onNotification);
    opened.once('end', again);
    try {
      await opened.connect();
      await opened.query(`listen ${pg.escapeIdentifier(channel)}`);
      isInTrouble = false;
      onNotification();
    } catch (error) {
      noteTrouble(error);
      await opened.end().catch(() => undefined);
    }
  }

  void open();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
