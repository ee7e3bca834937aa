import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

/** What happens to the packets of one direction. All values may be changed while packets flow. */
export interface Direction {
  /** Share of packets lost at random. */
  loss: number;
  delayMs: number;
  /** Limit of the rate; packets wait up to `queueMs` and are then lost. */
  bitsPerSecond: number;
  queueMs: number;
}

export interface UdpRelay {
  readonly port: number;
  readonly toEngine: Direction;
  readonly toClient: Direction;
  close(): void;
}

/** Starts a relay in front of a UDP port that loses, delays and limits packets, as bad networks do. */
export async function startUdpRelay(target: number): Promise<UdpRelay> {
  const toEngine = unlimited();
  const toClient = unlimited();
  const front = createSocket('udp4');
  const clients = new Map<string, Client>();
  const open = (address: string, port: number): Client => {
    const socket = createSocket('udp4');
    const client = { socket, send: queue(toEngine), answer: queue(toClient) };
    socket.on('message', (packet) => client.answer(packet.length, () => front.send(packet, port, address)));
    clients.set(`${address}:${port}`, client);
    return client;
  };
  front.on('message', (packet, { address, port }) => {
    const { send, socket } = clients.get(`${address}:${port}`) ?? open(address, port);
    send(packet.length, () => socket.send(packet, target, '127.0.0.1'));
  });
  front.bind(0, '127.0.0.1');
  await once(front, 'listening');
  return {
    port: front.address().port,
    toEngine,
    toClient,
    close: () => {
      for (const socket of [front, ...[...clients.values()].map((client) => client.socket)]) socket.close();
    },
  };
}

type Send = (bytes: number, send: () => void) => void;

interface Client {
  readonly socket: Socket;
  readonly send: Send;
  readonly answer: Send;
}

const unlimited = (): Direction => ({ loss: 0, delayMs: 0, bitsPerSecond: Infinity, queueMs: 300 });

/** Each connection of each client has a queue of its own. */
function queue(direction: Direction): Send {
  let freeAt = 0;
  return (bytes, send) => {
    if (Math.random() < direction.loss) return;
    const now = performance.now();
    const queuedMs = Math.max(0, freeAt - now);
    if (queuedMs > direction.queueMs) return;
    freeAt = now + queuedMs + (bytes * 8000) / direction.bitsPerSecond;
    const waitMs = freeAt - now + direction.delayMs;
    if (waitMs < 1) send();
    else
      setTimeout(() => {
        try {
          send();
        } catch {
          // The relay was closed meanwhile.
        }
      }, waitMs);
  };
}
