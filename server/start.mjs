// `node server/start.mjs` runs the output of `npm run build`, without installing or building anything.

// Before anything of the product is loaded: Node would open its inspector on this signal (src/process-lifecycle.mjs).
process.on('SIGUSR1', () => undefined);
const { runServer } = await import(new URL('dist/main.mjs', import.meta.url).href);

await runServer();
