import { render, screen, waitFor } from '@testing-library/react';
import { renderToString } from 'react-dom/server';

import { offerPhrases } from '../page/offer-phrases';
import { Dialog } from './dialog';
import { EmptyState } from './empty-state';
import { GuardPanel } from './guard-panel';
import { Phrases } from './phrases';
import { Section } from './section';

const title = '和音はなぜ明るく聞こえるのか';

function browserThat({ knowsPhrases }: { knowsPhrases: boolean }) {
  jest
    .spyOn(CSS, 'supports')
    .mockImplementation(
      (property: string, value?: string) => knowsPhrases || `${property}: ${value}` !== 'word-break: auto-phrase',
    );
}

beforeEach(offerPhrases);
afterEach(() => jest.restoreAllMocks());

const heading = () => screen.getByRole('heading');
/** The text segments between two break opportunities. */
const phrases = () =>
  heading()
    .innerHTML.replace(/<\/?span[^>]*>/g, '')
    .split('<wbr>');

it('breaks text between phrases in a browser without phrase breaks', async () => {
  browserThat({ knowsPhrases: false });
  render(
    <h2>
      <Phrases text={title} />
    </h2>,
  );
  expect(phrases()).toEqual([title]);
  await waitFor(() => expect(phrases()).toEqual(['和音は', 'なぜ明るく', '聞こえるのか']));
  expect(heading()).toHaveTextContent(title);
});

it('updates when the text changes', async () => {
  browserThat({ knowsPhrases: false });
  const { rerender } = render(
    <h2>
      <Phrases text="英語で話す45分" />
    </h2>,
  );
  rerender(
    <h2>
      <Phrases text={title} />
    </h2>,
  );
  await waitFor(() => expect(phrases()).toHaveLength(3));
  expect(heading()).toHaveTextContent(title);
});

it('leaves the text alone where the browser supports phrase breaks', async () => {
  browserThat({ knowsPhrases: true });
  render(
    <h2>
      <Phrases text={title} />
    </h2>,
  );
  await import('../page/break-phrases');
  expect(phrases()).toEqual([title]);
});

it('renders unbroken text on the server', () => {
  expect(renderToString(<Phrases text={title} />)).toBe(`<span>${title}</span>`);
});

it.each([
  ['a GuardPanel', <GuardPanel key="" sign="404" title={title} />],
  [
    'a Section',
    <Section key="" title={title}>
      一覧
    </Section>,
  ],
  [
    'a Dialog',
    <Dialog key="" isOpen title={title} onClose={() => undefined}>
      質問
    </Dialog>,
  ],
  ['an EmptyState', <EmptyState key="" title={title} />],
])('breaks the title of %s', async (_name, part) => {
  browserThat({ knowsPhrases: false });
  render(part);
  await waitFor(() => expect(phrases()).toEqual(['和音は', 'なぜ明るく', '聞こえるのか']));
  expect(heading()).toHaveTextContent(title);
});

it('leaves the text unbroken when the shell does not provide the phrase code', () => {
  browserThat({ knowsPhrases: false });
  globalThis.manabibaBreakPhrases = undefined;
  render(
    <h2>
      <Phrases text={title} />
    </h2>,
  );
  expect(phrases()).toEqual([title]);
});
