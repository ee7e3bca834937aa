import { once } from 'node:events';

import { createBarePipe } from './bare-pipe';
import { createEngineForwarder } from './engine-forwarder';
import type { ForwarderRequest } from './forwarder';

/*
 * `forwarder-process.mjs bare|engine PORT`: forwards until the parent disconnects, and reports the CPU time and memory
 * of this process.
 */
const [kind = '', port = '0'] = process.argv.slice(2);
const forwarder = await (kind === 'bare' ? createBarePipe : createEngineForwarder)(Number(port));

async function handle(request: ForwarderRequest): Promise<unknown> {
  if (request.call === 'publish') return forwarder.publish(request.sdp);
  if (request.call === 'offer') return forwarder.offer(request.listener);
  if (request.call === 'answer') return forwarder.answer(request.listener, request.sdp);
  return { cpu: process.cpuUsage(), rss: process.memoryUsage.rss(), packetsOut: forwarder.packetsOut() };
}

process.on('message', (request: ForwarderRequest) => {
  void handle(request).then((answer) => process.send?.({ id: request.id, answer }));
});
process.send?.({ id: 0 });
await once(process, 'disconnect');
forwarder.close();
process.exit(0);
