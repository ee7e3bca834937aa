import { createRouter } from './http/router';
import { routes } from './routes';
import { startRecordingProxy } from './testing/recording-proxy';
import { tour } from './testing/sdk-tour';
import { closeAll, sdk, SECRET_KEY, startTestEngine } from './testing/start-test-engine';

afterEach(closeAll);

it('the SDK can make every call that the engine supports without an error', async () => {
  const { engine, url } = await startTestEngine();
  const proxy = await startRecordingProxy(url);
  await tour(sdk(proxy.url, SECRET_KEY), engine.actions);
  await proxy.close();
  const findRoute = createRouter(routes);
  const reached = new Set(proxy.requests.map(({ method, path }) => findRoute(method, path.split('?')[0] ?? '').route));
  const missed = routes
    .filter((route) => !reached.has(route))
    .map(({ method, segments }) => `${method} /${segments.join('/')}`);
  expect(missed).toEqual([]);
  expect(proxy.requests.filter(({ status }) => status >= 400)).toEqual([]);
});
