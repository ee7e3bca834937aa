import { countAnnouncementAudience } from '@manabiba/shared/data/endpoints';
import { useEndpoint } from '@manabiba/shared/platform';
import { useState } from 'react';

import { StaffFrame } from '../../core/staff-frame';
import { WorkFigures } from '../../core/work-queue/work-queue';
import { AnnouncementForm } from './announcement-form';
import { SentAnnouncements } from './sent-announcements';

/** Writes announcements, and shows those that are scheduled or were sent. */
export function Announcements() {
  const [audience, setAudience] = useState('all');
  const { data } = useEndpoint(countAnnouncementAudience, { query: { audience } }, { maxAgeSeconds: 0 });
  return (
    <StaffFrame
      title="お知らせを書く"
      facts={data && <WorkFigures figures={[`届く人 ${data.count.toLocaleString('ja-JP')}人`]} />}
    >
      <AnnouncementForm audience={audience} onAudienceChange={setAudience} count={data?.count} />
      <SentAnnouncements />
    </StaffFrame>
  );
}
