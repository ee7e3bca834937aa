import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import type { listAttendance } from '@manabiba/shared/contract/room-moderation';

/** A current or former participant of the room. */
export type Attendee = EndpointOutput<typeof listAttendance>['items'][number];

/** Returns how long an attendee was in the room, in completed minutes. */
export const minutesPresent = ({ secondsPresent }: Pick<Attendee, 'secondsPresent'>) => Math.floor(secondsPresent / 60);

/** Returns the groups that an attendee was in, the first one first. */
export const groupsOf = ({ groups = [] }: Attendee) => groups;
