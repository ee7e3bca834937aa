import { once } from 'node:events';

import { createLivekitEngine } from '../../../engines/livekit/src/engine';

/* `engine-process.mjs KEY SECRET`: the whole engine in a process of its own, as in the product. */
const [apiKey = '', apiSecret = ''] = process.argv.slice(2);
const engine = createLivekitEngine({
  apiKey,
  apiSecret,
  media: { udpPort: 0, advertisedAddresses: ['127.0.0.1'] },
  logger: { warn: console.error, error: console.error },
});
process.send?.({ url: await engine.listen(0) });
await once(process, 'disconnect');
await engine.close();
process.exit(0);
