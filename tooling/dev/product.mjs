import { pathToFileURL } from 'node:url';

import { inRoot } from '../root.mjs';

/*
 * Runs the last bundle of the web server and the api, in a process that is replaced after an edit. Receives its options
 * as one message and answers with `ready` or `failed`.
 */
// Node would open its inspector on this signal (server/src/process-lifecycle.mjs).
process.on('SIGUSR1', () => undefined);
process.on('disconnect', () => process.exit());
process.once('message', async (options) => {
  try {
    const { startServer } = await import(pathToFileURL(inRoot('server/dist/main.mjs')).href);
    const product = await startServer(options);
    process.send?.({
      type: 'ready',
      url: product.url,
      demo: product.demo,
      mailUrl: product.mailUrl,
      builds: product.builds,
      liveUrl: product.liveUrl,
    });
    process.once('SIGTERM', () => void product.close().finally(() => process.exit()));
  } catch (error) {
    process.send?.({
      type: 'failed',
      message: error.name === 'UserFacingError' ? error.message : (error.stack ?? error.message),
      isUserFacing: error.name === 'UserFacingError',
    });
  }
});
// The parent handles Ctrl-C.
process.on('SIGINT', () => undefined);
