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
