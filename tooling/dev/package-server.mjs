import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';

import { inRoot } from '../root.mjs';
import { remoteConfig, shellConfig } from '../webpack/webpack.config.mjs';

/*
 * Serves one package from source. Run as a process of its own: `package-server.mjs NAME PORT [SHELL-URL]`.
 * Tells its parent of every build.
 *
 * In the product that runs here an edit keeps the state. A shell elsewhere runs production's React, which cannot take a
 * component out and put another in: there the remote is built as for a release, and an edit loads the page again.
 */
const [name, port, guestOf] = [process.argv[2], Number(process.argv[3]), process.argv[4]];
const mode = guestOf ? 'production' : 'development';
const compiler = webpack(
  name === 'shell' ? shellConfig({ mode }) : remoteConfig(inRoot(name), { mode, isServed: true }),
);

compiler.hooks.done.tap('report', (stats) => {
  process.send?.({ type: 'built', ms: stats.endTime - stats.startTime });
  for (const { moduleName = '', message } of stats.toJson({ all: false, errors: true }).errors ?? []) {
    console.error(`${moduleName}\n${message}`);
  }
});
// Gone is gone, also when the parent was killed.
process.on('disconnect', () => process.exit());

const server = new WebpackDevServer(
  {
    host: 'localhost',
    port,
    static: false,
    ...(guestOf
      ? { hot: false, liveReload: true, allowedHosts: ['localhost', new URL(guestOf).hostname] }
      : { hot: 'only', liveReload: false }),
    // The page comes from the product's own server, so everything here is of another origin.
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-private-network': 'true',
      'cross-origin-resource-policy': 'cross-origin',
    },
    setupMiddlewares: (middlewares) => [{ name: 'further-attempts', middleware: withoutAttempt }, ...middlewares],
    client: { webSocketURL: `ws://localhost:${port}/ws`, overlay: false, logging: 'warn' },
  },
  compiler,
);
await server.start();

/** Another try asks under a path of its own, as the web server knows it. */
function withoutAttempt(request, _response, next) {
  request.url = request.url.replace(/^\/~r\d+(?=\/)/, '');
  next();
}
