import type { HubMessage } from './hub-port';

/** How long the shared worker may take to respond, in milliseconds, before the page opens its own connection. */
const PATIENCE_MS = 5000;

/**
 * Opens a port to the user's hub: in the worker shared by all tabs or, in a browser that has none or fails to start it,
 * in this page.
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
  // One worker per user: no documents reach another user's page.
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
