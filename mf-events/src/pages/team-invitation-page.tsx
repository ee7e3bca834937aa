import { LINK_TOKEN_PATTERN } from '@manabiba/shared/contract/limits';
import { getTeamInvitation } from '@manabiba/shared/data/endpoints';
import { Link, paths, RefusalPage, useEndpoint, usePageTitle, useParams } from '@manabiba/shared/platform';
import { buttonClass } from '@manabiba/shared/ui/button';
import { GuardPanel } from '@manabiba/shared/ui/guard-panel';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { Mail } from 'lucide-react';
import { useState } from 'react';

import { TeamInvitationPanel } from '../features/team-invitation/team-invitation';

import styles from '../core/link-answer/link-answer.module.css';

/** /team_invitations/{invitationToken}: the page that invitations to the team of an event or a series link to. */
export function TeamInvitationPage() {
  usePageTitle('運営メンバーへの招待');
  const { invitationToken: token = '' } = useParams();
  const isLink = LINK_TOKEN_PATTERN.test(token);
  const [isDeclined, setIsDeclined] = useState(false);
  const { data, error, retry } = useEndpoint(getTeamInvitation, isLink ? { params: { token } } : null, {
    maxAgeSeconds: 0,
  });
  if (isDeclined)
    return (
      <GuardPanel sign={Mail} title="招待を辞退しました。" actions={<TopLink />}>
        主催者の操作の記録に、辞退されたことが残ります。
      </GuardPanel>
    );
  if (!isLink || error?.code === 'link_expired')
    return (
      <GuardPanel sign={Mail} title="この招待は使えません。" actions={<TopLink />}>
        期限が過ぎたか、取り消されたか、すでにお返事が済んでいます。参加をご希望の場合は、主催者にもう一度招待をご依頼ください。
      </GuardPanel>
    );
  if (!data && error) return <RefusalPage error={error} onRetry={retry} />;
  return (
    <PageBody className={styles.page}>
      <h1>運営メンバーへの招待</h1>
      {data ? (
        <TeamInvitationPanel token={token} invitation={data} onDeclined={() => setIsDeclined(true)} />
      ) : (
        <SkeletonRows count={5} />
      )}
    </PageBody>
  );
}

function TopLink() {
  return (
    <Link className={buttonClass({ variant: 'primary' })} to={paths.top.href()}>
      トップページを開く
    </Link>
  );
}
