import { knownPath, matchPattern, paths } from './paths';

it('builds URLs, omitting absent values', () => {
  expect(paths.classroom.href({ id: 'cls_1' }, { key: 'k y' })).toBe('/classrooms/cls_1?key=k+y');
  expect(paths.classrooms.href({}, { state: 'live', categoryId: undefined, q: '' })).toBe('/classrooms?state=live');
  expect(paths.top.href()).toBe('/');
  expect(paths.user.href({ id: 'a/b' })).toBe('/users/a%2Fb');
});

it.each([
  ['/classrooms/{id}', '/classrooms/cls_1', { id: 'cls_1' }],
  ['/classrooms/{id}', '/classrooms/cls_1/', { id: 'cls_1' }],
  ['/users/{id}', '/users/a%2Fb', { id: 'a/b' }],
  ['/users/{id}', '/users/%E0', { id: '%E0' }],
  ['/classrooms/{id}', '/classrooms', null],
  ['/classrooms/{id}', '/classrooms/a/b', null],
  ['/law', '/lawyers', null],
])('%s applied to %s gives %j', (pattern, pathname, params) => {
  expect(matchPattern(pattern, pathname)).toEqual(params);
});

it('finds every path of the product, the most specific first', () => {
  expect(knownPath('/org/settings')).toBe(paths.orgSettings);
  expect(knownPath('/events/evt_1')?.part).toBe('イベント');
  expect(knownPath('/no/such/page')).toBeUndefined();
});
