import type { Classroom } from '../contract/classrooms';
import type { ClassroomEvent, Professional } from '../contract/events';
import type { User } from '../contract/users';
import { paths } from '../navigation/paths';
import type { SearchResultsParams } from './search-results';
import type { SignUpStepsParams } from './sign-up-steps';

/** A slot without parameters. */
type NoParams = Record<never, never>;

/** A place on a page that remotes may fill. */
export interface SlotPlace<Params> {
  /** The page on which it stands; for a slot of the header, which stands on every page, one of them. */
  page: { readonly pattern: string };
  /** The query string with which the page shows it. */
  search?: string;
  /** Who gets to see it. */
  access: 'anyone' | 'person';
  /**
   * Whether the page shows it at once. The web server then sends its files and the answers to its initial queries with
   * the page, and a link to the page prefetches them.
   */
  isOnFirstScreen?: boolean;
  /** Never set: carries the type of the props that the host gives to the component in the slot. */
  readonly params?: Params;
}

const slot = <Params = NoParams>(place: Omit<SlotPlace<Params>, 'params'>): SlotPlace<Params> => place;

const onTop = { page: paths.top, isOnFirstScreen: true } as const;
const onProfile = { page: paths.user, isOnFirstScreen: true } as const;
const onSearch = { page: paths.search, search: '?q=数学' } as const;

/** Every slot of the product. What the types of `<Slot>` and of a remote's door, the pages and the release gate know of slots comes from here. */
export const slots = {
  'header-create': slot({ page: paths.top, access: 'person' }),
  'header-bell': slot({ page: paths.top, access: 'person' }),
  'top-following': slot({ ...onTop, access: 'person' }),
  'top-classrooms': slot({ ...onTop, access: 'anyone' }),
  'top-events': slot({ ...onTop, access: 'anyone' }),
  'top-archives': slot({ ...onTop, access: 'anyone' }),
  'top-professionals': slot({ ...onTop, access: 'anyone' }),
  'follow-button': slot<{ user: User; size?: 'small' | 'medium' }>({ page: paths.classroom, access: 'anyone' }),
  'sign-up-steps': slot<SignUpStepsParams>({ page: paths.signIn, search: '?tab=signup', access: 'anyone' }),
  'user-classrooms': slot<{ userId: string }>({ ...onProfile, access: 'anyone' }),
  'user-archives': slot<{ userId: string }>({ ...onProfile, access: 'anyone' }),
  'search-results-classroom': slot<SearchResultsParams<Classroom>>({ ...onSearch, access: 'anyone' }),
  'search-results-event': slot<SearchResultsParams<ClassroomEvent>>({ ...onSearch, access: 'anyone' }),
  'search-results-professional': slot<SearchResultsParams<Professional>>({ ...onSearch, access: 'anyone' }),
  'search-results-person': slot<SearchResultsParams<User>>({ ...onSearch, access: 'anyone' }),
  'settings-plan': slot({ page: paths.settings, access: 'person' }),
  'settings-card': slot({ page: paths.settings, access: 'person' }),
  'settings-notifications': slot({ page: paths.settings, access: 'person' }),
  'settings-history': slot({ page: paths.settings, access: 'person' }),
};

export type SlotName = keyof typeof slots;

/** The props that a host gives to whatever fills a slot. */
export type SlotParams<Name extends SlotName> = Name extends SlotName
  ? (typeof slots)[Name] extends SlotPlace<infer Params>
    ? Params
    : never
  : never;

/** The slots on the first screen of a page, in their order. */
export function firstScreenSlots(pattern: string): SlotName[] {
  return (Object.keys(slots) as SlotName[]).filter((name) => {
    const { page, isOnFirstScreen = false }: SlotPlace<unknown> = slots[name];
    return isOnFirstScreen && page.pattern === pattern;
  });
}
