import type { Archive } from '../contract/archives';
import type { Classroom } from '../contract/classrooms';
import type { ClassroomEvent, Professional } from '../contract/events';
import type { ShownKind } from '../contract/ratings';
import type { ListedSeries } from '../contract/series';
import type { User } from '../contract/users';
import { paths } from '../navigation/paths';
import type { SearchResultsParams } from './search-results';
import type { SignUpStepsParams } from './sign-up-steps';

/** A slot without parameters. */
type NoParams = Record<never, never>;

/** A slot that remotes may fill. */
export interface SlotPlace<Params> {
  /** The page it is on; for a header slot, which is on every page, any one of them. */
  page: { readonly pattern: string };
  /** The query string with which the page shows it. */
  search?: string;
  /** The hash with which the page shows it. */
  hash?: string;
  /** Who sees it. */
  access: 'anyone' | 'person';
  /**
   * Whether it is on the page's first screen. The web server then sends its files and the responses to its initial
   * queries with the page, and a link to the page prefetches them.
   */
  isOnFirstScreen?: boolean;
  /** Whether it appears only after something that the user does on the page: the release gate cannot open it by a URL. */
  isAfterAction?: boolean;
  /** How many remotes may fill it, shown in the order of their names. Default: one. */
  maxRemotes?: number;
  /** Never set: carries the type of the props that the host passes to the component in the slot. */
  readonly params?: Params;
}

const slot = <Params = NoParams>(place: Omit<SlotPlace<Params>, 'params'>): SlotPlace<Params> => place;

/** How many remotes may fill a slot that is open to all teams: more would bury what is below. */
const MAX_MORE = 4;
const onTop = { page: paths.top, isOnFirstScreen: true } as const;
const onProfile = { page: paths.user, isOnFirstScreen: true } as const;
/** The demo has results of every kind but series for these words. */
const onSearch = { page: paths.search, search: '?q=英語' } as const;

/**
 * Every slot of the product: the single source for the types of `<Slot>` and of a remote's door, for the pages and for
 * the release gate.
 */
export const slots = {
  'header-create': slot({ page: paths.top, access: 'person' }),
  'header-bell': slot({ page: paths.top, access: 'person' }),
  'top-following': slot({ ...onTop, access: 'person' }),
  /** Next to the introduction for visitors: where to listen now. */
  'top-listen': slot({ ...onTop, access: 'anyone' }),
  'top-classrooms': slot({ ...onTop, access: 'anyone' }),
  'top-events': slot({ ...onTop, access: 'anyone' }),
  'top-archives': slot({ ...onTop, access: 'anyone' }),
  'top-professionals': slot({ ...onTop, access: 'anyone' }),
  /** Below the sections of the top page, for teams whose remote brings one more. */
  'top-more': slot({ page: paths.top, access: 'anyone', maxRemotes: MAX_MORE }),
  'event-archives': slot({ page: paths.events, search: '?tab=past', access: 'anyone' }),
  /** 資料 of an event's room, if it has one, for those with a seat. `leads`: the viewer adds and changes them. */
  'event-materials': slot<{ classroomId: string | null; leads: boolean; hasEnded: boolean }>({
    page: paths.event,
    access: 'anyone',
  }),
  'follow-button': slot<{ user: User; size?: 'small' | 'medium' }>({ page: paths.classroom, access: 'anyone' }),
  'sign-up-steps': slot<SignUpStepsParams>({ page: paths.signIn, search: '?tab=signup', access: 'anyone' }),
  'user-classrooms': slot<{ userId: string }>({ ...onProfile, access: 'anyone' }),
  'user-archives': slot<{ userId: string }>({ ...onProfile, access: 'anyone' }),
  /** Below the text of an event that is over, and on profiles, where it is empty for whoever has not been rated. */
  ratings: slot<{ ratedKind: ShownKind; ratedId: string }>({ page: paths.user, access: 'anyone' }),
  /** Below everything else on a profile, for teams whose remote brings more about a person. */
  'user-more': slot<{ userId: string }>({ page: paths.user, access: 'anyone', maxRemotes: MAX_MORE }),
  'search-results-classroom': slot<SearchResultsParams<Classroom>>({ ...onSearch, access: 'anyone' }),
  'search-results-series': slot<SearchResultsParams<ListedSeries>>({
    page: paths.search,
    search: '?q=数学',
    access: 'anyone',
  }),
  'search-results-event': slot<SearchResultsParams<ClassroomEvent>>({ ...onSearch, access: 'anyone' }),
  'search-results-archive': slot<SearchResultsParams<Archive>>({ ...onSearch, access: 'anyone' }),
  'search-results-professional': slot<SearchResultsParams<Professional>>({ ...onSearch, access: 'anyone' }),
  'search-results-person': slot<SearchResultsParams<User>>({ ...onSearch, access: 'anyone' }),
  /** Next to every page, from the first live room on: a room whose sound goes on. */
  'mini-player': slot({ page: paths.classroom, access: 'anyone', isAfterAction: true }),
  'settings-plan': slot({ page: paths.settings, hash: '#plan', access: 'person' }),
  'settings-card': slot({ page: paths.settings, hash: '#card', access: 'person' }),
  'settings-notifications': slot({ page: paths.settings, hash: '#notifications', access: 'person' }),
  /** The events of an organizer and their sales. */
  'settings-events': slot({ page: paths.orgSettings, access: 'person' }),
  'settings-history': slot({ page: paths.settings, hash: '#history', access: 'person' }),
};

export type SlotName = keyof typeof slots;

export const isSlotName = (name: string): name is SlotName => Object.hasOwn(slots, name);

/** The props that a host passes to the component in a slot. */
export type SlotParams<Name extends SlotName> = Name extends SlotName
  ? (typeof slots)[Name] extends SlotPlace<infer Params>
    ? Params
    : never
  : never;

/** Returns the slots on the first screen of a page, in order. */
export function firstScreenSlots(pattern: string): SlotName[] {
  return (Object.keys(slots) as SlotName[]).filter((name) => {
    const { page, isOnFirstScreen = false }: SlotPlace<unknown> = slots[name];
    return isOnFirstScreen && page.pattern === pattern;
  });
}
