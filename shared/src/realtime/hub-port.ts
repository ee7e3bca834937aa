import type { LiveHub } from './hub';
import type { LiveRefusal, LiveTarget, LiveUpdate } from './target';

/** A message from a page to the hub. */
export type PageMessage =
  /** The name of a lock that the page holds for its lifetime. */
  | { kind: 'hello'; lock: string }
  | { kind: 'listen'; key: string; target: LiveTarget }
  | { kind: 'stop'; key: string }
  | { kind: 'reconnect' };

/** A message from the hub to a page. */
export type HubMessage =
  | { kind: 'ready' }
  | { kind: 'update'; key: string; update: LiveUpdate }
  | { kind: 'refuse'; key: string; code: LiveRefusal };

/** Serves one page. A closed page sends no message: the hub notices that its lock is released. */
export function servePort(hub: LiveHub, port: MessagePort): void {
  const stops = new Map<string, () => void>();
  const send = (message: HubMessage) => port.postMessage(message);
  const stop = (key: string) => {
    stops.get(key)?.();
    stops.delete(key);
  };
  port.onmessage = ({ data }: MessageEvent<PageMessage>) => {
    switch (data.kind) {
      case 'hello':
        void navigator.locks.request(data.lock, () => {
          for (const key of [...stops.keys()]) stop(key);
          port.close();
        });
        break;
      case 'listen': {
        const { key, target } = data;
        stop(key);
        stops.set(
          key,
          hub.listen(target, {
            next: (update) => send({ kind: 'update', key, update }),
            refuse: (code) => {
              stops.delete(key);
              send({ kind: 'refuse', key, code });
            },
          }),
        );
        break;
      }
      case 'stop':
        stop(data.key);
        break;
      case 'reconnect':
        hub.reconnectNow();
    }
  };
  send({ kind: 'ready' });
}
