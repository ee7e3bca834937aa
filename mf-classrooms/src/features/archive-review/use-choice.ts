import { useState } from 'react';

/** Which utterances are to be taken out, or all of them with the video. */
export function useChoice() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isAll, setIsAll] = useState(false);
  const [isMissed, setIsMissed] = useState(false);
  const isEmpty = !isAll && chosen.size === 0;
  return {
    chosen,
    isAll,
    isEmpty,
    /** There was an attempt to go on without a choice. */
    isMissed: isMissed && isEmpty,
    markMissed: () => setIsMissed(true),
    setIsAll,
    choose(id: string, isChosen: boolean): void {
      setChosen((before) => new Set(isChosen ? [...before, id] : [...before].filter((other) => other !== id)));
    },
  };
}

export type Choice = ReturnType<typeof useChoice>;
