import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

/** What a way does to packets. */
export interface Way {
  /** Share of packets lost at random. */
  loss?: number;
  delayMs?: number;
  /** What it carries; more waits up to `queueMs` and is then lost. */
  bitsPerSecond?: number;
  queueMs?: number;
}

export interface UdpRelay {
  readonly port: number;
  /** May be changed while packets flow. */
  readonly toEngine: Way;
  readonly toClient: Way;
  close(): void;
}

/** Starts a relay in front of a UDP port that loses, delays and limits packets, as bad networks do. */
export async function startUdpRelay(target: number): Promise<UdpRelay> {
  const toEngine: Way = {};
  const toClient: Way = {};
  const front = createSocket('udp4');
  const behind = new Map<string, Socket>();
  front.on('message', (packet, { address, port }) => {
    const key = `${address}:${port}`;
    let socket = behind.get(key);
    if (!socket) {
      socket = createSocket('udp4');
      const back = sendBy(toClient);
      socket.on('message', (answer) => back(answer.length, () => front.send(answer, port, address)));
      behind.set(key, socket);
    }
    const onward = socket;
    forward(packet.length, () => onward.send(packet, target, '127.0.0.1'));
  });
  const forward = sendBy(toEngine);
  front.bind(0, '127.0.0.1');
  await once(front, 'listening');
  return {
    port: front.address().port,
    toEngine,
    toClient,
    close: () => {
      for (const socket of [front, ...behind.values()]) socket.close();
    },
  };
}

function sendBy(way: Way): (bytes: number, send: () => void) => void {
  let freeAt = 0;
  return (bytes, send) => {
    if (Math.random() < (way.loss ?? 0)) return;
    const now = performance.now();
    let waitMs = way.delayMs ?? 0;
    if (way.bitsPerSecond) {
      const queuedMs = Math.max(0, freeAt - now);
      if (queuedMs > (way.queueMs ?? 300)) return;
      freeAt = now + queuedMs + (bytes * 8000) / way.bitsPerSecond;
      waitMs += freeAt - now;
    }
    if (waitMs === 0) send();
    else
      setTimeout(() => {
        try {
          send();
        } catch {
          // Closed meanwhile.
        }
      }, waitMs);
  };
}
