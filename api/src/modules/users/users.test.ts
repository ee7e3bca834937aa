import { startTestApp, type TestApp } from '../../testing/start-test-app';

let api: TestApp;
beforeAll(async () => { api = await startTestApp(); });
afterAll(() => api.close());

it('says who asks', async () => {
  const answer = await api.as('adult').get('/me');
  expect(answer).toMatchObject({ status: 200, body: { id: api.people.adult, role: 'user' } });
});
