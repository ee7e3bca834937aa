import type { HubMessage } from './hub-port';

/** How long the shared worker may take to answer, in milliseconds, before the page opens a connection of its own. */
const PATIENCE_MS = 5000;

/**
 * A port to the hub of this person: in the shared worker of all tabs or, in a browser that has none or does not start
 * it, in this page.
 */
export async function openPort(who: string): Promise<MessagePort> {
  try {
    return await openWorkerPort(who);
  } catch {
    const [{ servePort }, { openHub }] = await Promise.all([import('./hub-port'), import('./open-hub')]);
    const { port1, port2 } = new MessageChannel();
    servePort(openHub(), port2);
    return port1;
  }
}

async function openWorkerPort(who: string): Promise<MessagePort> {
  // One worker for each person: nobody's documents reach another person's page.
  const worker = new SharedWorker(new URL('./hub-worker.ts', import.meta.url), { name: `live ${who}` });
  const { port } = worker;
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The shared worker does not answer')), PATIENCE_MS);
    port.onmessage = ({ data }: MessageEvent<HubMessage>) => {
      if (data.kind !== 'ready') return;
      clearTimeout(timer);
      resolve();
    };
    worker.onerror = () => {
      clearTimeout(timer);
      reject(new Error('The shared worker cannot be started'));
    };
  });
  return port;
}
