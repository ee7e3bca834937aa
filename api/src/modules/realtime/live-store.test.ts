import { startRecordingFirestore } from '../../testing/recording-firestore';
import { createLiveStore } from './live-store';

it('writes whole documents, partial documents and deletions to an engine, and reports errors', async () => {
  const live = await startRecordingFirestore();
  const store = createLiveStore({
    kind: 'embedded',
    projectId: 'manabiba',
    url: live.url,
    publicUrl: live.url,
    secret: 'a secret for the engine and nobody',
  });
  await store.commit([
    { path: 'rooms/a', data: { state: 'live', count: 1, none: null } },
    { path: 'rooms/b', data: { state: 'live' } },
  ]);
  await store.commit([
    { path: 'rooms/a', data: { state: 'ended' }, isPartial: true },
    { path: 'rooms/b', data: null },
  ]);
  expect([...live.documents]).toEqual([['rooms/a', { state: 'ended', count: 1, none: null }]]);
  live.answerWith(400);
  await expect(store.commit([{ path: 'rooms/a', data: {} }])).rejects.toThrow();
  await store.close();
  await live.close();
});
