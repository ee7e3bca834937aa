import type { ClassroomEvent, Professional } from '@manabiba/shared/contract/events';
import { formatCount } from '@manabiba/shared/format/count';
import { useLazyComponent } from '@manabiba/shared/loading/use-lazy-component';
import { Link, paths, Slot, useMe } from '@manabiba/shared/platform';
import { Avatar } from '@manabiba/shared/ui/avatar';
import { AvatarStack } from '@manabiba/shared/ui/avatar-stack';
import { classNames } from '@manabiba/shared/ui/class-names';
import { Skeleton } from '@manabiba/shared/ui/skeleton';
import { MoreLabel, moreLinkClass } from '@manabiba/shared/ui/text-link';
import { VisuallyHidden } from '@manabiba/shared/ui/visually-hidden';
import { useState } from 'react';

import styles from './event-people.module.css';
import page from './event.module.css';

/** The organizer. */
export function Organizer({ organizer }: { organizer: Professional }) {
  const canFollow = useMe().id !== organizer.id && organizer.canBeFollowed;
  return (
    <div className={styles.host}>
      <Link className={styles.hostLink} to={paths.user.href({ id: organizer.id })}>
        <Avatar person={{ nickname: organizer.orgName, avatarUrl: organizer.avatarUrl }} size={48} />
        <span className={styles.person}>
          <strong className={styles.name}>{organizer.orgName}</strong>
          <span className={styles.meta}>
            {organizer.job && <span>{organizer.job}</span>}
            <span>フォロワー {formatCount(organizer.followerCount)}人</span>
          </span>
        </span>
      </Link>
      {canFollow && (
        <div className={styles.follow}>
          <Slot name="follow-button" params={{ user: organizer }} fallback={<Skeleton shape="button" />} isOptional />
        </div>
      )}
    </div>
  );
}

/** 話す人. Renders nothing when there are no speakers. */
export function Speakers({ speakers }: { speakers: ClassroomEvent['speakers'] }) {
  if (speakers.length === 0) return null;
  return (
    <section className={page.section} aria-labelledby="event-speakers">
      <h2 id="event-speakers">話す人</h2>
      <ul className={styles.speakers}>
        {speakers.map((speaker) => (
          <li key={speaker.id}>
            <Link className={styles.speaker} to={paths.user.href({ id: speaker.id })}>
              <Avatar person={speaker} size={56} />
              <span className={styles.person}>
                <strong className={styles.name}>{speaker.nickname}</strong>
                {speaker.job && <span className={styles.meta}>{speaker.job}</span>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The first participants' avatars and the total count. */
export function Participants({ event }: { event: ClassroomEvent }) {
  const { participants, participantCount } = event;
  if (participantCount === 0) return null;
  const label = event.state === 'ended' || event.state === 'archived' ? '参加した人' : '参加する人';
  return (
    <section className={page.section} aria-labelledby="event-participants">
      <h2 id="event-participants">
        {label}
        <small className={styles.count}>{formatCount(participantCount)}人</small>
      </h2>
      {participants.length > 0 && (
        <div className={styles.participants}>
          <AvatarStack people={participants} size={40} max={participants.length} />
          {participantCount > participants.length && <AllParticipants event={event} label={label} />}
        </div>
      )}
    </section>
  );
}

const loadParticipants = () => import('./participants-dialog').then(({ ParticipantsDialog }) => ParticipantsDialog);

/** ほかN人; opens the full list. */
function AllParticipants({ event, label }: { event: ClassroomEvent; label: string }) {
  const { component: List, fetch } = useLazyComponent(loadParticipants);
  const [isOpen, setIsOpen] = useState(false);
  const open = () => void fetch().then(setIsOpen);
  return (
    <>
      <button type="button" className={classNames(moreLinkClass, styles.all)} onClick={open}>
        <VisuallyHidden>{label}をすべて見る、</VisuallyHidden>
        <MoreLabel>ほか{formatCount(event.participantCount - event.participants.length)}人</MoreLabel>
      </button>
      {List && isOpen && <List event={event} label={label} onClose={() => setIsOpen(false)} />}
    </>
  );
}
