import { startRecordingProxy } from '../../../engines/stripe/src/testing/recording-proxy';
import { tour } from '../../../engines/stripe/src/testing/sdk-tour';
import { closeAll, sdk, SECRET_KEY, startTestEngine } from '../../../engines/stripe/src/testing/start-test-engine';
import { rejections, stripeMock } from './stripe-mock.mjs';

const mock = stripeMock();
const title = mock.skipped === undefined ? '' : ` (skipped: ${mock.skipped})`;

afterAll(closeAll);

(mock.skipped === undefined ? it : it.skip)(
  `stripe-mock accepts every request of the tour through the engine${title}`,
  async () => {
    const { engine, url } = await startTestEngine();
    const proxy = await startRecordingProxy(url);
    await tour(sdk(proxy.url, SECRET_KEY), engine.actions);
    await proxy.close();
    expect(await rejections(mock.path ?? '', proxy.requests)).toEqual([]);
  },
  300_000,
);
