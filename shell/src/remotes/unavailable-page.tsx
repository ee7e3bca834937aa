import { usePageTitle } from '@manabiba/shared/platform';
import { useState } from 'react';

import { FailedPage } from './part-messages';
import { useRemotes } from './remotes-context';

/** A page of the product whose remote has no live release: names the missing part instead of reporting a wrong URL. */
export function UnavailablePage({ part }: { part: string }) {
  const remotes = useRemotes();
  const [attempt, setAttempt] = useState(0);
  usePageTitle(part);
  const retry = () => {
    void remotes.refresh().then(() => setAttempt(attempt + 1));
  };
  return <FailedPage key={attempt} label={part} onRetry={retry} />;
}
