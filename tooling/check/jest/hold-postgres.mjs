import { startPostgres } from '../../dev/postgres/postgres.mjs';

// Stands in for a running product: starts the database of the given folder, prints its URL, and keeps running.
const { url, pid } = await startPostgres({ dataDir: process.argv[2] ?? '' });
console.log(JSON.stringify({ url, pid }));
setInterval(() => undefined, 60_000);
