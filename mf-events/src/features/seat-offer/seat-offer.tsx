import type { SeatOffer } from '@manabiba/shared/contract/seat-transfers';
import { acceptSeatOffer, declineSeatOffer } from '@manabiba/shared/data/endpoints';
import { formatDateTime } from '@manabiba/shared/format/date-time';
import { isSignedIn, paths, toast, useEndpointMutation, useMe, useNavigate } from '@manabiba/shared/platform';
import { Notice } from '@manabiba/shared/ui/notice';
import { Panel } from '@manabiba/shared/ui/panel';

import { AccountAnswer, DeclineAnswer, LinkFacts } from '../../core/link-answer/link-answer';
import { failureSentence } from '../../core/organizing/form-errors';

import styles from '../../core/link-answer/link-answer.module.css';

interface SeatOfferProps {
  token: string;
  offer: SeatOffer;
  /** It has been declined, and the link opens nothing any more. */
  onDeclined: () => void;
}

/** The seat that the viewer is offered, and their answer. */
export function SeatOfferPanel({ token, offer, onDeclined }: SeatOfferProps) {
  const { eventTitle, startAt, organizerName, ticketName, giverName, isGift, message, email, expiresAt } = offer;
  const me = useMe();
  const navigate = useNavigate();
  const params = { token };
  const accept = useEndpointMutation(acceptSeatOffer, {
    onSuccess: () => {
      toast.success('チケットを受け取りました。');
      void navigate(paths.tickets.href(), { replace: true });
    },
    onError: (error) => toast.error(failureSentence(error)),
  });
  const decline = useEndpointMutation(declineSeatOffer, {
    onSuccess: onDeclined,
    onError: (error) => toast.error(failureSentence(error)),
  });
  return (
    <Panel className={styles.panel}>
      <p>
        {isGift
          ? `${giverName}さんから、イベントのチケットのプレゼントが届いています。`
          : `${giverName}さんが、イベントのチケットをあなたに譲りたいとのことです。`}
        料金はかかりません。
      </p>
      {message !== '' && <blockquote className={styles.message}>{message}</blockquote>}
      <LinkFacts
        facts={[
          ['イベント', eventTitle],
          ['日時', formatDateTime(startAt)],
          ['主催', organizerName],
          ['チケット', ticketName],
          ['期限', formatDateTime(expiresAt)],
        ]}
      />
      {isSignedIn(me) && !me.canCommunicateAge ? (
        <Notice>12歳以下の方は、チケットを受け取れません。</Notice>
      ) : (
        <AccountAnswer
          act="受け取る"
          mayAct="受け取れます"
          email={email}
          next={paths.seatOffer.href({ invitationToken: token })}
          isRunning={accept.isRunning}
          onAccept={() => void accept.run({ params }).catch(() => undefined)}
        />
      )}
      <DeclineAnswer
        title="チケットを辞退しますか"
        isRunning={decline.isRunning}
        onDecline={() => decline.run({ params })}
      />
    </Panel>
  );
}
