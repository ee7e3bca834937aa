import { LazyPart } from '@manabiba/shared/loading/lazy-part';
import { Icon } from '@manabiba/shared/ui/icon';
import { Skeleton } from '@manabiba/shared/ui/skeleton';
import { KeyRound } from 'lucide-react';

import { formatMoment } from '../../core/format-moment';
import { useRefetchWhenOpen } from '../../core/participation/use-refetch-when-open';
import type { OwnEvent } from './ticket-facts';

import styles from './tickets.module.css';

const loadForm = () => import('./guest-entrance-form').then(({ GuestEntranceForm }) => GuestEntranceForm);

interface GuestEntranceProps {
  token: string;
  event: OwnEvent;
  /** Called when entry should be open by now but is not confirmed yet. */
  onDue: () => void;
}

/** The entrance for a holder without an account: says that the link is a secret, and opens the room on time. */
export function GuestEntrance({ token, event, onDue }: GuestEntranceProps) {
  const isDue = useRefetchWhenOpen(event, onDue);
  return (
    <section className={styles.entrance} aria-label="入場">
      <p className={styles.secret}>
        <Icon icon={KeyRound} size={16} />
        <span>
          このページのリンクは入場券です。リンクを知っている人はだれでも入場できるため、ほかの人に教えないでください。
        </span>
      </p>
      {event.myParticipation.joinUrl ? (
        <LazyPart load={loadForm} props={{ token }} fallback={<Skeleton shape="button" />} />
      ) : (
        <p>
          {isDue
            ? 'まもなく入場できます。このままお待ちください。'
            : `${formatMoment(event.entryOpenAt)}から、このページで入場できます。アカウントは必要ありません。`}
        </p>
      )}
    </section>
  );
}
