import { type ReactNode, useEffect, useState } from 'react';

declare global {
  /** Put there by the shell, as every remote bundles these components and the code for phrases is needed once. Words stand whole without it. */
  var manabibaBreakPhrases: (() => Promise<(text: string) => ReactNode>) | undefined;
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
    globalThis.manabibaBreakPhrases?.().then(
      (breakPhrases) => isCurrent && setBroken({ text, parts: breakPhrases(text) }),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [text]);
  return broken?.text === text ? broken.parts : text;
}
