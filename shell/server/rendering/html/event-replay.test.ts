/** @jest-environment jsdom */
import { EventReplay } from './event-replay';

// Parts are between comments, as the server renders them; a part announces when its code is there.

const clicked: string[] = [];
let serial = 0;

/** A page with a part in a part. Their names differ from test to test: a part whose code came stays alive. */
function open() {
  serial += 1;
  const [outer, inner] = [`mf-classrooms/pages/archives-${serial}`, `mf-events/slots/archives-${serial}`];
  document.body.innerHTML = `
    <button name="header">メニュー</button>
    <!--$--><!--part ${outer}-->
      <button name="share"><span>共有</span></button>
      <form><input name="q" value="初め"><button name="send">検索</button></form>
      <input type="checkbox" name="box"><a name="link" href="#there">次へ</a>
      <!--$--><!--part ${inner}--><button name="inner">中</button><!--/part--><!--/$-->
    <!--/part--><!--/$-->
    <button name="footer">上へ</button>`;
  clicked.length = 0;
  for (const element of document.querySelectorAll<HTMLElement>('[name]'))
    element.addEventListener('click', () => clicked.push(element.getAttribute('name') ?? ''));
  return { outer, inner };
}

function byName<T extends HTMLElement>(name: string): T {
  const element = document.querySelector<T>(`[name="${name}"]`);
  if (!element) throw new Error(`${name} is not on the page`);
  return element;
}

const aTurn = () =>
  new Promise((resolve) => {
    setTimeout(resolve);
  });

async function ready(part: string) {
  dispatchEvent(new CustomEvent('partready', { detail: part }));
  await aTurn();
}

beforeAll(() => {
  new EventReplay(false);
});

it('queues clicks on the shell until its code is there', async () => {
  open();
  byName('header').click();
  byName('link').click();
  expect(clicked).toEqual(['link']);
  await ready('shell');
  expect(clicked).toEqual(['link', 'header']);
  byName('header').click();
  expect(clicked).toEqual(['link', 'header', 'header']);
});

it('replays a click once when the code is there, and announces the wait', async () => {
  const { outer } = open();
  byName('share').querySelector('span')?.click();
  byName('share').click();
  byName('header').click();
  byName('footer').click();
  expect(clicked).toEqual(['header', 'footer']);
  expect(document.querySelector('[role="status"]')?.textContent).toBe('読み込み中');
  await ready(outer);
  expect(clicked).toEqual(['header', 'footer', 'share']);
  expect(document.querySelector('[role="status"]')).toBeNull();
  byName('share').click();
  expect(clicked).toEqual(['header', 'footer', 'share', 'share']);
});

it('waits for a nested part as well', async () => {
  const { outer, inner } = open();
  byName('inner').click();
  await ready(outer);
  expect(clicked).toEqual([]);
  await ready(inner);
  expect(clicked).toEqual(['inner']);
});

it('leaves links to the browser', () => {
  open();
  byName('link').click();
  expect(clicked).toEqual(['link']);
});

it('submits a form only when its code is there, with the text it then contains', async () => {
  const { outer } = open();
  const sent: string[] = [];
  const field = byName<HTMLInputElement>('q');
  byName('q')
    .closest('form')
    ?.addEventListener('submit', (event) => {
      event.preventDefault();
      sent.push(field.value);
    });
  field.value = '数学';
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.closest('form')?.requestSubmit();
  byName('send').click();
  expect(sent).toEqual([]);
  const heard: string[] = [];
  field.addEventListener('input', () => heard.push(field.value));
  // The code of a part may set an initial value.
  field.value = '';
  await ready(outer);
  expect([field.value, heard]).toEqual(['数学', ['数学']]);
  expect(sent).toEqual(['数学', '数学']);
});

it('toggles a box when the code is there', async () => {
  const { outer } = open();
  byName('box').click();
  expect(byName<HTMLInputElement>('box').checked).toBe(false);
  await ready(outer);
  expect(byName<HTMLInputElement>('box').checked).toBe(true);
});

it('drops a click on a removed element', async () => {
  const { outer } = open();
  const share = byName('share');
  share.click();
  share.remove();
  await aTurn();
  expect(document.querySelector('[role="status"]')).toBeNull();
  document.querySelector('form')?.before(share);
  await ready(outer);
  expect(clicked).toEqual([]);
});

describe('on a signed-in page, which starts from the anonymous render', () => {
  /** Opens a page with one part: the anonymous render, then what the user gets. */
  async function click(html: string, own: string) {
    serial += 1;
    const part = `mf-classrooms/pages/classroom-${serial}`;
    document.body.innerHTML = `<!--part ${part}--><p>${html}</p><!--/part-->`;
    const opened: string[] = [];
    const take = ({ target }: Event) => opened.push((target as Element).textContent ?? '');
    document.querySelector('p')?.addEventListener('click', take);
    document.querySelector<HTMLElement>('p > *')?.click();
    expect(opened).toEqual([]);
    // React shows the user's content in the task in which the part announces itself.
    const isReady = ready(part);
    const place = document.querySelector('p');
    if (own !== html && place) place.innerHTML = own;
    await isReady;
    return opened;
  }

  beforeAll(async () => {
    new EventReplay(true);
    await ready('shell');
  });

  it.each([
    [
      'a link to sign-in clicks the button that replaces it',
      '<a href="/signin?next=%2Fclassrooms">ログインして予約する</a>',
      '<button>予約する</button>',
      ['予約する'],
    ],
    [
      'by its label',
      '<a href="/signin" aria-label="ログインして「三角関数」を予約する">予約する</a>',
      '<button aria-label="「三角関数」を予約する">予約する</button>',
      ['予約する'],
    ],
    [
      'a button that says something else is not clicked',
      '<a href="/signin">ログインして予約する</a>',
      '<button>予約を取り消す</button>',
      [],
    ],
    ['a button that is the same is clicked', '<button>共有</button>', '<button>共有</button>', ['共有']],
    ['nothing is clicked where nothing is left', '<a href="/signin">ログイン</a>', '', []],
  ])('%s', async (_what, html, own, expected) => {
    expect(await click(html, own)).toEqual(expected);
  });
});
