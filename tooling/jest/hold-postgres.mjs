import { startPostgres } from '../postgres/postgres.mjs';

// Stands for a running product: starts the database of the given folder, says where it is, and stays.
const { url, pid } = await startPostgres({ dataDir: process.argv[2] ?? '' });
console.log(JSON.stringify({ url, pid }));
setInterval(() => undefined, 60_000);
