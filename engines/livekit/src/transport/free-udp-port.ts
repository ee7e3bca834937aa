import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** Returns a free UDP port. The library shares a port among connections only when its number is given explicitly. */
export async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4');
  socket.bind(0);
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  await once(socket, 'close');
  return port;
}
