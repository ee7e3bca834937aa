import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { inRoot } from '../root.mjs';
import { remoteConfig, shellConfig } from '../webpack.config.mjs';

/*
 * Serves one package from source with hot reload. Run as a process of its own: `package-server.mjs NAME PORT`.
 * Tells its parent "ready" when the first build is there.
 */
const [name, port] = [process.argv[2], Number(process.argv[3])];
const mode = 'development';
const compiler = webpack(name === 'shell' ? shellConfig({ mode }) : remoteConfig(inRoot(name), { mode }));

compiler.hooks.done.tap('report', (stats) => {
  process.send?.({ type: 'built', ms: stats.endTime - stats.startTime });
  for (const { moduleName = '', message } of stats.toJson({ all: false, errors: true }).errors ?? []) {
    console.error(`${moduleName}\n${message}`);
  }
});
// Gone is gone, also when the parent was killed.
process.on('disconnect', () => process.exit());

const server = new WebpackDevServer({
  host: 'localhost', port, hot: 'only', liveReload: false, static: false,
  // The page comes from the product's own server, so everything here is of another origin.
  headers: { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' },
  client: { webSocketURL: `ws://localhost:${port}/ws`, overlay: false, logging: 'warn' },
}, compiler);
await server.start();
