import { startRecordingProxy } from '../../engines/stripe/src/testing/recording-proxy';
import { tour } from '../../engines/stripe/src/testing/sdk-tour';
import { closeAll, sdk, SECRET_KEY, startTestEngine } from '../../engines/stripe/src/testing/start-test-engine';
import { refusalOf, startStripeMock, stripeMock } from './stripe-mock.mjs';

/** Parameters that stripe-mock's API description lacks, with their earlier names; '' for none. */
const NEWER = [
  { name: /^allowed_payment_method_types(?=\[)/, older: 'payment_method_types' },
  { name: /^promotion\[coupon\]$/, older: 'coupon' },
  { name: /^promotion\[type\]$/, older: '' },
];

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
    const { url: mockUrl, stop } = await startStripeMock(mock.path ?? '');
    const refused = [];
    for (const request of proxy.requests) {
      const refusal = await refusalOf(mockUrl, { ...request, body: olderNames(request.body) });
      if (refusal) refused.push(`${request.method} ${request.path} ${request.body}: ${refusal}`);
    }
    stop();
    expect(refused).toEqual([]);
  },
  300_000,
);

/** @param {string} body */
function olderNames(body) {
  const { searchParams: older } = new URL('http://form');
  for (const [given, value] of new URL(`http://form?${body}`).searchParams) {
    const newer = NEWER.find(({ name }) => name.test(given));
    const name = newer ? given.replace(newer.name, newer.older) : given;
    if (name !== '') older.append(name, value);
  }
  return older.toString();
}
