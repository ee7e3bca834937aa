import { LiveSection } from './live-section';
import { UpcomingSection } from './upcoming-section';

/** What the top page shows of classrooms: what is live, and what begins soon. */
export function TopClassrooms() {
  return (
    <>
      <LiveSection />
      <UpcomingSection />
    </>
  );
}
