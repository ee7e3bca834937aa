import { browserOf, mediaProblemOf, problemWords, stepsToAllow } from './media-problem';

it.each([
  ['NotAllowedError', 'denied'],
  ['NotFoundError', 'missing'],
  ['OverconstrainedError', 'missing'],
  ['NotReadableError', 'busy'],
  ['SecurityError', 'insecure'],
  ['TypeError', 'failed'],
])('maps %s to %s', (name, problem) => {
  expect(mediaProblemOf(new DOMException('', name))).toBe(problem);
});

it('names the affected device', () => {
  expect(problemWords('busy', 'camera').title).toBe('カメラがほかのアプリで使われています。');
  expect(problemWords('denied', 'mic').title).toBe('マイクの使用を許可してください。');
});

const agents = {
  chromium: 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  safari:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
  ios: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1',
};

it.each(Object.entries(agents))('describes the steps for %s', (browser, agent) => {
  expect(browserOf(agent)).toBe(browser);
  expect(stepsToAllow(agent)).toHaveLength(3);
});
