import { paths, useNavigate, usePageTitle, useSearchParams, useUser } from '@manabiba/shared/platform';
import { PageBody } from '@manabiba/shared/ui/page-body';

import { readStage } from '../core/organizing/event-stages';
import { CreateEventButton } from '../features/organized-events/create-event-button';
import { OrganizedEvents } from '../features/organized-events/organized-events';

import styles from './organized-events-page.module.css';

/** /org/events: the events that the user organizes or helps with by ?stage=; ?create=1 opens the dialog for a new one. */
export function OrganizedEventsPage() {
  usePageTitle('イベントの管理');
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const stage = readStage(search.get('stage'));
  const isCreating = search.has('create');
  const { isProfessional } = useUser();
  return (
    <PageBody width="inbox" className={styles.page}>
      <div className={styles.head}>
        <h1>イベントの管理</h1>
        {isProfessional && (
          <CreateEventButton
            variant="primary"
            isWanted={isCreating}
            onClose={() => {
              if (isCreating) void navigate(paths.organizedEvents.href({}, { stage }), { replace: true });
            }}
          />
        )}
      </div>
      <OrganizedEvents stage={stage} canCreate={isProfessional} />
    </PageBody>
  );
}
