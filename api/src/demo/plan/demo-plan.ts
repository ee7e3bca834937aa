import { planClassrooms, type PlannedClassroom } from './classrooms';
import { planEventRooms } from './event-rooms';
import { followEvents, planEvents, type PlannedEvent } from './events';
import { planInbox, type PlannedInbox } from './notifications';
import { type Person, planPeople } from './people';
import { planRatings } from './ratings';
import { planSeries } from './series';

export interface DemoPlan {
  people: Person[];
  series: ReturnType<typeof planSeries>;
  classrooms: PlannedClassroom[];
  events: PlannedEvent[];
  ratings: ReturnType<typeof planRatings>;
  inbox: PlannedInbox;
}

/** Plans the whole demo as of now. Everything except dates and secrets is the same at every start. */
export function planDemo(now: Date, passwordHash: string | null): DemoPlan {
  const people = planPeople(now, passwordHash);
  const planned = planClassrooms(people, now);
  const events = planEvents(people, planned, now);
  const classrooms = [...followEvents(planned, events), ...planEventRooms(events)];
  const ratings = planRatings(classrooms, people, new Set(events.map(({ row }) => row.classroom_id)), now);
  const inbox = planInbox(people, classrooms, events, now);
  return { people, series: planSeries(people, now), ratings, classrooms, events, inbox };
}
