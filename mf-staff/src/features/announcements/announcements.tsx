import { countAnnouncementAudience } from '@manabiba/shared/data/endpoints';
import { useEndpoint } from '@manabiba/shared/platform';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { lazy, Suspense, useState } from 'react';

import { StaffFrame } from '../../core/staff-frame';
import { WorkFigures } from '../../core/work-queue/work-queue';
import { SentAnnouncements } from './sent-announcements';
import { TermsVersions } from './terms-versions';

const AnnouncementForm = lazy(() =>
  import('./announcement-form').then((module) => ({ default: module.AnnouncementForm })),
);

/** Writes announcements, and shows those that are scheduled or were sent. */
export function Announcements() {
  const [audience, setAudience] = useState('all');
  const { data } = useEndpoint(countAnnouncementAudience, { query: { audience } }, { maxAgeSeconds: 0 });
  return (
    <StaffFrame
      title="お知らせを書く"
      facts={data && <WorkFigures figures={[`届く人 ${data.count.toLocaleString('ja-JP')}人`]} />}
    >
      <Suspense fallback={<SkeletonRows count={6} />}>
        <AnnouncementForm audience={audience} onAudienceChange={setAudience} count={data?.count} />
        <SentAnnouncements />
        <TermsVersions />
      </Suspense>
    </StaffFrame>
  );
}
