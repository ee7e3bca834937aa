import { LiveSection } from './live-section';
import { UpcomingSection } from './upcoming-section';

/** The classrooms on the top page: live now and starting soon. */
export function TopClassrooms() {
  return (
    <>
      <LiveSection />
      <UpcomingSection />
    </>
  );
}
