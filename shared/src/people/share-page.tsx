import { shareLink, track, useConfig } from '@manabiba/shared/platform';

import { Button } from '../ui/button';

/**
 * Returns a function that shares the public address of a page with its title. Call it directly from a click handler:
 * browsers open their share sheet only on a user gesture.
 */
export function useSharePage(): (path: string, title: string) => void {
  const { publicUrl } = useConfig();
  return (path, title) => {
    track('click_share');
    void shareLink({ url: publicUrl + path, title, text: title });
  };
}

/** 共有 of a page without a person or thing of its own, such as a list; beside its title. */
export function SharePage({ path, title }: { path: string; title: string }) {
  const share = useSharePage();
  return (
    <Button size="small" variant="ghost" onClick={() => share(path, `${title} | まなびば`)}>
      共有
    </Button>
  );
}
