/** @jest-environment jsdom */
import { EarlyPresses, earlyPresses } from './early-presses';

// Parts are between comments, as the server draws them; a part says when its code is there.

const pressed: string[] = [];
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
  pressed.length = 0;
  for (const element of document.querySelectorAll<HTMLElement>('[name]'))
    element.addEventListener('click', () => pressed.push(element.getAttribute('name') ?? ''));
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
  new EarlyPresses();
});

it('keeps presses of the shell until its code is there', async () => {
  open();
  byName('header').click();
  byName('link').click();
  expect(pressed).toEqual(['link']);
  await ready('shell');
  expect(pressed).toEqual(['link', 'header']);
  byName('header').click();
  expect(pressed).toEqual(['link', 'header', 'header']);
});

it('presses again once when the code is there, and says so meanwhile', async () => {
  const { outer } = open();
  byName('share').querySelector('span')?.click();
  byName('share').click();
  byName('header').click();
  byName('footer').click();
  expect(pressed).toEqual(['header', 'footer']);
  expect(document.querySelector('[role="status"]')?.textContent).toBe('読み込み中');
  await ready(outer);
  expect(pressed).toEqual(['header', 'footer', 'share']);
  expect(document.querySelector('[role="status"]')).toBeNull();
  byName('share').click();
  expect(pressed).toEqual(['header', 'footer', 'share', 'share']);
});

it('waits for the part in a part as well', async () => {
  const { outer, inner } = open();
  byName('inner').click();
  await ready(outer);
  expect(pressed).toEqual([]);
  await ready(inner);
  expect(pressed).toEqual(['inner']);
});

it('leaves links to the browser', () => {
  open();
  byName('link').click();
  expect(pressed).toEqual(['link']);
});

it('sends no form before its code is there, and then with the text that stands in it', async () => {
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
  // The code of a part may begin with the value of its own.
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

it('drops a press of what has gone', async () => {
  const { outer } = open();
  const share = byName('share');
  share.click();
  share.remove();
  await aTurn();
  expect(document.querySelector('[role="status"]')).toBeNull();
  document.querySelector('form')?.before(share);
  await ready(outer);
  expect(pressed).toEqual([]);
});

describe('on the page of a person, which is drawn for nobody', () => {
  /** A page with one place of the part: what is drawn for nobody, then what the person gets. */
  async function press(drawn: string, own: string) {
    serial += 1;
    const part = `mf-classrooms/pages/classroom-${serial}`;
    document.body.innerHTML = `<!--part ${part}--><p>${drawn}</p><!--/part-->`;
    const opened: string[] = [];
    const take = ({ target }: Event) => opened.push((target as Element).textContent ?? '');
    document.querySelector('p')?.addEventListener('click', take);
    document.querySelector<HTMLElement>('p > *')?.click();
    expect(opened).toEqual([]);
    // React shows what the person gets in the turn in which the part says that it is there.
    const isReady = ready(part);
    const place = document.querySelector('p');
    if (own !== drawn && place) place.innerHTML = own;
    await isReady;
    return opened;
  }

  beforeAll(async () => {
    new EarlyPresses(true);
    await ready('shell');
  });

  it.each([
    [
      'a link to sign-in presses the button in its place',
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
      'a button that says something else is not pressed',
      '<a href="/signin">ログインして予約する</a>',
      '<button>予約を取り消す</button>',
      [],
    ],
    ['a button that is the same is pressed', '<button>共有</button>', '<button>共有</button>', ['共有']],
    ['nothing is pressed where nothing is left', '<a href="/signin">ログイン</a>', '', []],
  ])('%s', async (_what, drawn, own, expected) => {
    expect(await press(drawn, own)).toEqual(expected);
  });
});

it('is a script of its own', () => {
  for (const script of Object.values(earlyPresses)) {
    expect(script).toMatch(/^new class/);
    expect(script).not.toContain('</');
  }
});
