import { pathToFileURL } from 'node:url';

import { readConfiguration } from '../../../server/src/configuration.mjs';
import { inRoot } from '../../root.mjs';

/* One product in a process of its own, so that its processor time can be told apart. Ends with its parent. */

const { startServer } = await import(pathToFileURL(inRoot('server/dist/main.mjs')).href);
const { env, dataDir } = await readConfiguration(process.env);
const product = await startServer({
  dataDir,
  env: { ...env, DATABASE_URL: process.env.BENCH_DATABASE_URL },
  isEmbeddedDatabase: true,
});
process.on('disconnect', () => void product.close().finally(() => process.exit()));
process.send?.('ready');
