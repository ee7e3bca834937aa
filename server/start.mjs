// `node server/start.mjs` runs what `npm run build` has left, without installing or building anything.
import { runServer } from './dist/main.mjs';

await runServer();
