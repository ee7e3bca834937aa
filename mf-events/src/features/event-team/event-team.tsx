import type { OrganizedEventDetail } from '@manabiba/shared/contract/event-editing';
import { eventRoles, type TeamRole } from '@manabiba/shared/contract/team-rights';
import {
  inviteTeamMember,
  listTeam,
  listTeamLog,
  removeTeamMember,
  updateTeamMember,
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

const hints = {
  edit: '内容、チケット、招待コードの編集と、メッセージの送信',
  reception: '参加者の一覧と受付',
  sales: '売上の確認と返金。18歳以上の方のみ',
};
const ofEvents = (roles: readonly TeamRole[]) => eventRoles.filter((role) => roles.includes(role));

/** The team of an event. */
export function EventTeam({ event: { id, myAccess }, isOver }: { event: OrganizedEventDetail; isOver: boolean }) {
  const isClosed = useConfig().closure.mode === 'readonly';
  const navigate = useNavigate();
  const team = useEndpoint(listTeam, { params: { id } }, { maxAgeSeconds: 0 });
  const log = useEndpointPages(listTeamLog, { params: { id } }, { maxAgeSeconds: 0 });
  const { run: invite } = useEndpointMutation(inviteTeamMember);
  const { run: update } = useEndpointMutation(updateTeamMember);
  const { run: remove } = useEndpointMutation(removeTeamMember);
  return (
    <Team
      isOwner={myAccess.isOwner}
      mayInvite={myAccess.isOwner && !isClosed && !isOver}
      source={{
        team,
        log,
        invite: ({ email, roles }) => invite({ params: { id }, body: { email, roles: ofEvents(roles) } }),
        setRoles: (memberId, roles) => update({ params: { id, memberId }, body: { roles: ofEvents(roles) } }),
        remove: (memberId) => remove({ params: { id, memberId } }),
        onLeft: () => void navigate(paths.organizedEvents.href(), { replace: true }),
        noun: 'イベント',
        roles: hints,
      }}
    />
  );
}
