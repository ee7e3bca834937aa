import { isSignedIn, Slot, useMe } from '@manabiba/shared/platform';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { VisuallyHidden } from '@manabiba/shared/ui/visually-hidden';

import { SectionSkeleton } from './section-skeleton';
import { VisitorWelcome } from './visitor-welcome';

/** The top page: a frame whose sections are rendered by remotes. */
export function TopPage() {
  const me = useMe();
  return (
    <>
      <h1>
        <VisuallyHidden>まなびば</VisuallyHidden>
      </h1>
      <PageBody>
        {!isSignedIn(me) && <VisitorWelcome />}
        {isSignedIn(me) && (
          <Slot
            name="top-following"
            label="フォロー中"
            fallback={me.followingCount > 0 && <SectionSkeleton of="faces" />}
          />
        )}
        <Slot name="top-classrooms" label="教室" fallback={<SectionSkeleton of="classrooms" />} />
        <Slot name="top-events" label="イベント" fallback={<SectionSkeleton of="cards" />} />
        <Slot name="top-archives" label="おすすめのアーカイブ" fallback={<SectionSkeleton of="cards" />} />
        <Slot name="top-professionals" label="プロフェッショナル" fallback={<SectionSkeleton of="rows" />} />
        <Slot name="top-more" fallback={null} isOptional />
      </PageBody>
    </>
  );
}
