import { watchFrame } from './watch-frame';

const LOOK_MS = 5000;
let harms: number;
let stop: () => void;
/** What is on top at the logo. */
let topmost: Element | null;

const element = (selector: string) => document.querySelector(selector) as HTMLElement;

beforeEach(() => {
  jest.useFakeTimers();
  harms = 0;
  history.replaceState(null, '', '/events');
  document.body.innerHTML =
    '<header><a href="/">まなびば</a></header><main><header>見出し</header><i></i></main><footer></footer>';
  const logo = element('a');
  logo.getBoundingClientRect = () => new DOMRect(16, 16, 120, 32);
  topmost = logo;
  document.elementFromPoint = () => topmost;
  stop = watchFrame(() => (harms += 1));
  jest.advanceTimersByTime(LOOK_MS);
});
afterEach(() => {
  stop();
  jest.useRealTimers();
  Reflect.deleteProperty(document, 'elementFromPoint');
});

const look = (times = 3) => jest.advanceTimersByTime(times * LOOK_MS);

it.each<[string, () => void]>([
  ['removes the header', () => element('header').remove()],
  ['removes the footer', () => element('footer').remove()],
  ['covers the header', () => (topmost = element('i'))],
])('reports once that something %s', (_what, harm) => {
  harm();
  look();
  expect(harms).toBe(1);
});

it.each<[string, () => void]>([
  ['leaves the page as it is', () => undefined],
  ['scrolls the header away', () => (topmost = null)],
  ['opens a dialog over the header', () => ((topmost = element('i')), element('main').append(openDialog()))],
  ['changes what the main content has', () => element('main').replaceChildren()],
  ['renders another header', () => element('header').replaceWith(document.createElement('header'))],
  [
    'goes to a page without header and footer',
    () => {
      history.replaceState(null, '', '/events/1?content_only=true');
      for (const name of ['header', 'footer']) element(name).remove();
    },
  ],
  [
    'covers it for a moment',
    () => {
      topmost = element('i');
      look(1);
      topmost = element('a');
    },
  ],
])('reports nothing of a page that %s', (_what, act) => {
  act();
  look();
  expect(harms).toBe(0);
});

it('looks no more once it is stopped', () => {
  stop();
  element('header').remove();
  look();
  expect(harms).toBe(0);
});

function openDialog(): HTMLDialogElement {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('open', '');
  return dialog;
}
