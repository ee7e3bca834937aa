import { listProfessionals } from '@manabiba/shared/data/endpoints';
import { Link, paths, useEndpoint, useNow } from '@manabiba/shared/platform';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { PeopleGrid, SkeletonPeople } from '@manabiba/shared/ui/people-grid';
import { Section } from '@manabiba/shared/ui/section';
import { MoreLabel, moreLinkClass } from '@manabiba/shared/ui/text-link';

import { PersonRow } from '../../core/person-row';
import { nextClassroomNote } from '../../core/when';

/** Two rows of three. */
const MAX_SHOWN = 6;

/** プロフェッショナル on the top page: those with the nearest next classroom. Hidden while there are none. */
export function TopProfessionals() {
  const { data, error, retry } = useEndpoint(listProfessionals, { query: { sort: 'classroom', limit: MAX_SHOWN } });
  const now = useNow(60_000);
  if (data?.items.length === 0) return null;
  return (
    <Section
      title="プロフェッショナル"
      more={
        <Link className={moreLinkClass} to={paths.professionals.href()} aria-label="プロフェッショナルをすべて見る">
          <MoreLabel />
        </Link>
      }
    >
      {data && (
        <PeopleGrid>
          {data.items.map((user) => (
            <PersonRow key={user.id} user={user} note={nextClassroomNote(user.nextClassroomAt, now)} />
          ))}
        </PeopleGrid>
      )}
      {!data && !error && <SkeletonPeople count={{ query: { sort: 'classroom', limit: MAX_SHOWN } }.query.limit} />}
      {!data && error && (
        <ErrorState
          title="プロフェッショナルを表示できませんでした。"
          hint="ほかの部分はそのままご利用いただけます。しばらくしてからもう一度お試しください。"
          onRetry={retry}
        />
      )}
    </Section>
  );
}
