import { type ReactNode, useEffect, useState } from 'react';

type BreakPhrases = (text: string) => ReactNode;

/** Every remote bundles this file: the first one that needs the code loads it for all. */
const page = globalThis as typeof globalThis & { manabibaBreakPhrases?: Promise<BreakPhrases> | undefined };

function loadBreakPhrases(): Promise<BreakPhrases> {
  page.manabibaBreakPhrases ??= import('./break-phrases').then((module) => module.breakPhrases).catch((error: unknown) => {
    // The next title asks again.
    page.manabibaBreakPhrases = undefined;
    throw error;
  });
  return page.manabibaBreakPhrases;
}

/**
 * Words of a heading or a card, which break between phrases and not inside them.
 *
 * Where the browser knows phrases, base.css says so and nothing is done here. Elsewhere the places to break are found
 * after mounting, by code that only such a browser loads: the server and the first render say the same plain words.
 */
export function Phrases({ text }: { text: string }) {
  const [broken, setBroken] = useState<{ text: string; parts: ReactNode }>();
  useEffect(() => {
    if (CSS.supports('word-break', 'auto-phrase')) return undefined;
    let isCurrent = true;
    // Without that code the words stand as they are.
    loadBreakPhrases().then((breakPhrases) => isCurrent && setBroken({ text, parts: breakPhrases(text) }), () => undefined);
    return () => {
      isCurrent = false;
    };
  }, [text]);
  return broken?.text === text ? broken.parts : text;
}
