// `node server/start.mjs` runs the output of `npm run build`, without installing or building anything.
const { runServer } = await import(new URL('dist/main.mjs', import.meta.url).href);

await runServer();
