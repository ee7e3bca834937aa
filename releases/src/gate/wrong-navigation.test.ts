import type { NavigationEntry } from '@manabiba/shared/page/navigation-entry';

import { releaseManifest } from '../store/release-manifest';
import { wrongNavigation } from './wrong-navigation';

const routes = ['/polls', '/polls/{id}', '/polls/new'].map((path) => ({
  path,
  page: 'polls',
  title: '投票',
  access: 'anyone' as const,
}));
const entry: NavigationEntry = { path: '/polls', label: '投票', icon: 'talk', order: 70, places: ['header', 'bar'] };
const wrongIn = (...changes: Partial<NavigationEntry>[]) =>
  wrongNavigation({
    routes,
    navigation: changes.map((each) => {
      const { places, ...rest } = { ...entry, ...each };
      return { ...rest, places: [...places] };
    }),
  });

it('accepts a release without the field, and entries that lead to its own routes', () => {
  expect(wrongNavigation({ routes })).toEqual([]);
  expect(wrongIn({}, { path: '/polls/new', icon: undefined, places: ['menu'] })).toEqual([]);
});

it.each<[Partial<NavigationEntry>, string]>([
  [
    { path: '/classrooms' },
    'The navigation leads to /classrooms, which is no route of this remote without parameters.',
  ],
  [
    { path: '/polls/{id}' },
    'The navigation leads to /polls/{id}, which is no route of this remote without parameters.',
  ],
  [{ label: ' 投票' }, 'The label " 投票" of the navigation begins or ends with a space.'],
  [{ label: 'みんなの投票' }, 'The label "みんなの投票" is too long for the bar: at most 5 characters.'],
  [
    { icon: 'rocket' },
    'The icon "rocket" of the navigation is not one of archive, classroom, event, people, plan, talk, ticket.',
  ],
  [{ places: ['footer'] }, 'The place "footer" of the navigation is not one of header, bar, menu.'],
])('refuses %j', (changes, refusal) => {
  expect(wrongIn(changes)).toEqual([refusal]);
});

it('refuses the same path twice', () => {
  expect(wrongIn({}, { order: 80 })).toEqual(['The navigation has /polls twice.']);
});

describe('the manifest of a release', () => {
  const { navigation } = releaseManifest.shape;

  it.each([
    ['nothing', undefined],
    ['an entry', [entry]],
    ['fields of a later server', [{ ...entry, icon: 'rocket', places: ['footer'] }]],
  ])('can have %s', (_what, given) => {
    expect(navigation.safeParse(given)).toEqual({ success: true, data: given });
  });

  it.each([
    ['more than four entries', Array.from({ length: 5 }, () => entry)],
    ['a label of more than ten characters', [{ ...entry, label: 'あ'.repeat(11) }]],
    ['an empty label', [{ ...entry, label: '' }]],
    ['an entry without a place', [{ ...entry, places: [] }]],
    ['an address elsewhere', [{ ...entry, path: 'https://elsewhere.example' }]],
    ['an order that is no whole number', [{ ...entry, order: 1.5 }]],
  ])('cannot have %s', (_what, given) => {
    expect(navigation.safeParse(given).success).toBe(false);
  });
});
