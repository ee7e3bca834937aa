import type { SeriesDetail } from '@manabiba/shared/contract/series';
import { seriesRoles, type TeamRole } from '@manabiba/shared/contract/team-rights';
import {
  inviteSeriesMember,
  listSeriesLog,
  listSeriesTeam,
  removeSeriesMember,
  updateSeriesMember,
} from '@manabiba/shared/data/endpoints';
import { Team } from '@manabiba/shared/people/team';
import {
  paths,
  useConfig,
  useEndpoint,
  useEndpointMutation,
  useEndpointPages,
  useNavigate,
} from '@manabiba/shared/platform';

const hints = { edit: '内容の編集と、回の追加・取り外し', attendance: '各回の出席の記録' };
const ofSeries = (roles: readonly TeamRole[]) => seriesRoles.filter((role) => roles.includes(role));

/** The team of a series. */
export function SeriesTeam({ series: { id, isHost, isHidden, endedAt } }: { series: SeriesDetail }) {
  const isClosed = useConfig().closure.mode === 'readonly';
  const navigate = useNavigate();
  const team = useEndpoint(listSeriesTeam, { params: { id } }, { maxAgeSeconds: 0 });
  const log = useEndpointPages(listSeriesLog, { params: { id } }, { maxAgeSeconds: 0 });
  const { run: invite } = useEndpointMutation(inviteSeriesMember);
  const { run: update } = useEndpointMutation(updateSeriesMember);
  const { run: remove } = useEndpointMutation(removeSeriesMember);
  return (
    <Team
      isOwner={isHost}
      mayInvite={isHost && !isClosed && !isHidden && endedAt === null}
      source={{
        team,
        log,
        invite: ({ email, roles }) => invite({ params: { id }, body: { email, roles: ofSeries(roles) } }),
        setRoles: (memberId, roles) => update({ params: { id, memberId }, body: { roles: ofSeries(roles) } }),
        remove: (memberId) => remove({ params: { id, memberId } }),
        onLeft: () => void navigate(paths.series.href({ id }), { replace: true }),
        noun: '連続講座',
        roles: hints,
      }}
    />
  );
}
