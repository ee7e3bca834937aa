// `node server/start.mjs` runs what `npm run build` has left, without installing or building anything.
const { runServer } = await import(new URL('dist/main.mjs', import.meta.url).href);

await runServer();
