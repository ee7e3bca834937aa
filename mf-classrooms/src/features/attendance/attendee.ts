import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import type { listAttendance } from '@manabiba/shared/contract/rooms';

/** Somebody who is or was in the room. */
export type Attendee = EndpointOutput<typeof listAttendance>['items'][number];

/** How long somebody was in the room, in whole minutes. A minute that has only begun does not count. */
export const minutesPresent = ({ secondsPresent }: Pick<Attendee, 'secondsPresent'>) => Math.floor(secondsPresent / 60);
