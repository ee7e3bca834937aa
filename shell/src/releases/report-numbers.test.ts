import { Timeline } from '../testing/timeline';
import { numberOfView, reportNumbers } from './report-numbers';

it('reports the number of each failed answer with the page view, also from before it was called', () => {
  const timeline = new Timeline();
  const sent: object[] = [];
  Object.assign(navigator, {
    sendBeacon: (url: string, body: string) => sent.push({ url, ...(JSON.parse(body) as object) }),
  });
  const answer = (...serverTiming: object[]) =>
    timeline.add({ entryType: 'resource', name: '/v1/me', startTime: 0, duration: 1, serverTiming });
  const inquiry = (description: string) => ({ name: 'inquiry', description });
  answer(inquiry('0AF7-6519'));
  const stop = reportNumbers({ view: 'a-token' });
  answer();
  answer({ name: 'traceparent', description: '00-1' }, inquiry('1BF7-6519'));
  for (let index = 0; index < 40; index += 1) answer(inquiry('3CF7-6519'));
  stop();
  answer(inquiry('2CF7-6519'));
  reportNumbers({});
  expect(sent).toHaveLength(20);
  expect(sent.slice(0, 3)).toEqual(
    ['0AF7-6519', '1BF7-6519', '3CF7-6519'].map((number) => ({ url: '/beacon/number', view: 'a-token', number })),
  );
});

it.each([
  ['0af76519deadbeef k3x mf-events=1.0.0-a~mark', '0AF7-6519'],
  ['', undefined],
  [undefined, undefined],
])('names the page view %s by the number %s', (view, number) => {
  expect(numberOfView(view === undefined ? {} : { view })).toBe(number);
});
