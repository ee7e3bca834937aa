import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';

import { remoteConfig, shellConfig } from '../build/webpack/webpack.config.mjs';
import { inProject } from '../project.mjs';

/*
 * Serves one package from source. Run as a separate process: `package-server.mjs NAME PORT [SHELL-URL]`. Notifies its
 * parent of every build.
 *
 * In the local product an edit keeps the state. A shell elsewhere runs React's production build, which cannot hot-swap
 * components: there the remote is built as for a release, and an edit reloads the page.
 */
const [name, port, guestOf] = [process.argv[2], Number(process.argv[3]), process.argv[4]];
const mode = guestOf ? 'production' : 'development';
const compiler = webpack(
  name === 'shell' ? shellConfig({ mode }) : remoteConfig(inProject(name), { mode, isServed: true }),
);

compiler.hooks.done.tap('report', (stats) => {
  process.send?.({ type: 'built', ms: stats.endTime - stats.startTime });
  for (const { moduleName = '', message } of stats.toJson({ all: false, errors: true }).errors ?? []) {
    console.error(`${moduleName}\n${message}`);
  }
});
// Exits when the parent is gone, even if it was killed.
process.on('disconnect', () => process.exit());

const server = new WebpackDevServer(
  {
    host: 'localhost',
    port,
    static: false,
    ...(guestOf
      ? { hot: false, liveReload: true, allowedHosts: ['localhost', new URL(guestOf).hostname] }
      : { hot: 'only', liveReload: false }),
    // The page is served by the product's own server, so everything here is cross-origin.
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

/** A retry uses a separate path, as on the web server. */
function withoutAttempt(request, _response, next) {
  request.url = request.url.replace(/^\/~r\d+(?=\/)/, '');
  next();
}
