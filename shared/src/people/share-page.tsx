import { shareLink, track, useConfig } from '@manabiba/shared/platform';

import { Button } from '../ui/button';

/** 共有 of a page without a person or thing of its own, such as a list; beside its title. */
export function SharePage({ path, title: name }: { path: string; title: string }) {
  const { publicUrl } = useConfig();
  const title = `${name} | まなびば`;
  const handleShare = () => {
    track('click_share');
    void shareLink({ url: publicUrl + path, title, text: title });
  };
  return (
    <Button size="small" variant="ghost" onClick={handleShare}>
      共有
    </Button>
  );
}
