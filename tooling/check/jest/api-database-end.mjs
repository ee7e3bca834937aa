import { rm } from 'node:fs/promises';

export default async function endApiDatabase() {
  const { postgres, dataDir } = globalThis.apiTestDatabase;
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
