import { type ReactNode, useEffect, useState } from 'react';

declare global {
  /**
   * Provided by the shell, because every remote bundles these components and the phrase code is needed only once.
   * Without it the text stays unbroken.
   */
  var manabibaBreakPhrases: (() => Promise<(text: string) => ReactNode>) | undefined;
}

/**
 * Text of a heading or a card that breaks between phrases and not inside them.
 *
 * Where the browser supports phrase breaks, base.css enables them and nothing is done here. Otherwise the break
 * opportunities are computed after mounting, by code that only such a browser loads: the server and the first render
 * produce the same unbroken text.
 */
export function Phrases({ text }: { text: string }): ReactNode {
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
  // An element of its own: a browser that translates the page replaces text nodes.
  return broken?.text === text ? broken.parts : <span>{text}</span>;
}
