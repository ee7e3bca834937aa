import { startTestApp } from '../../../testing/start-test-app';

it('a stop leaves what was not begun to others, and records what was sent', async () => {
  const world = await startTestApp();
  const announcement = { audience: 'all', title: '年末年始のご案内', body: '12月29日から休みます。', url: '/' };
  for (let count = 0; count < 3; count += 1) await world.as('staff').post('/staff/announcements', announcement);
  await world.events.runDue();
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const begun = new Promise<void>((begin) => {
    world.mail.accept = () => {
      begin();
      return released;
    };
  });
  const running = world.runJobs();
  await begun;
  const closing = world.app.close();
  release();
  await closing;
  const rows = await world.db.selectFrom('notification_deliveries').select('state').execute();
  const of = (wanted: string) => rows.filter(({ state }) => state === wanted).length;
  expect(of('sent')).toBe(world.mail.sent.length);
  expect(of('sent')).toBeGreaterThan(0);
  expect(of('queued')).toBeGreaterThan(0);
  await running;
  await world.close();
});
