import { createFirestoreEngine } from './engine';
import { memoryStorage } from './storage/memory-storage';

it('is healthy while it listens and its storage accepts writes, and gives the reason otherwise', async () => {
  const storage = memoryStorage();
  const engine = await createFirestoreEngine({
    projectId: 'test',
    storage,
    auth: {
      key: Buffer.from('a key for this test only'),
      algorithms: ['HS256'],
      server: { header: 'x-server', secret: 'a secret of at least 24 characters' },
    },
    authorize: () => false,
    origins: [],
  });
  await expect(engine.health()).rejects.toThrow('does not listen');
  await engine.listen(0);
  await engine.health();
  storage.ping = () => Promise.reject(new Error('the database is away'));
  await expect(engine.health()).rejects.toThrow('the database is away');
  await engine.close();
});

it('exports its sessions, commits and refused requests in the Prometheus text format', async () => {
  const [header, secret] = ['x-server', 'a secret of at least 24 characters'];
  const engine = await createFirestoreEngine({
    projectId: 'test',
    storage: memoryStorage(),
    auth: { key: Buffer.from('a key for this test only'), algorithms: ['HS256'], server: { header, secret } },
    authorize: () => false,
    origins: [],
  });
  const address = `${await engine.listen(0)}/v1/projects/test/databases/(default)/documents/rooms/a`;
  const write = (headers: Record<string, string>) =>
    fetch(address, { method: 'PATCH', headers, body: JSON.stringify({ fields: { n: { integerValue: '1' } } }) });
  expect((await write({ [header]: secret })).status).toBe(200);
  expect((await write({})).status).toBe(403);

  const lines = engine.metrics().split('\n');
  expect(lines).toContain('# TYPE firestore_engine_commits_total counter');
  expect(lines).toContain('firestore_engine_commits_total 1');
  expect(lines).toContain('firestore_engine_changes_total 1');
  expect(lines).toContain('firestore_engine_refused_total{status="PERMISSION_DENIED"} 1');
  expect(lines).toContain('firestore_engine_channels 0');
  expect(lines).toContain('firestore_engine_pending_commits 0');
  await engine.close();
});
