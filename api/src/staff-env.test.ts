import { createAddressCheck, staffProblems } from './staff-env';

it.each([
  ['203.0.113.0/24', '203.0.113.200', true],
  ['203.0.113.0/24', '203.0.114.1', false],
  ['203.0.113.0/24', '::ffff:203.0.113.9', true],
  ['203.0.113.7', '203.0.113.7', true],
  ['203.0.113.7', '203.0.113.8', false],
  ['2001:db8::/32', '2001:db8:1::1', true],
  ['2001:db8::/32', '2001:db9::1', false],
  ['2001:db8::/32', '203.0.113.7', false],
  ['10.0.0.0/8,203.0.113.7', '203.0.113.7', true],
  ['fe80::/10', 'fe80::1%eth0', true],
  ['0.0.0.0/0', '198.51.100.1', true],
])('a list of %s lets %s in: %s', (list, ip, isAllowed) => {
  expect(createAddressCheck(list.split(','))(ip)).toBe(isAllowed);
});

it('lets everyone in without a list, and nobody without an address with one', () => {
  expect(createAddressCheck([])(undefined)).toBe(true);
  expect(createAddressCheck(['203.0.113.7'])(undefined)).toBe(false);
});

it.each([
  'office',
  '203.0.113.0/33',
  '203.0.113.0/',
  '203.0.113.0/-1',
  '2001:db8::/129',
  '203.0.113.0/24/1',
  '203.0.113',
])('refuses %s as a network', (entry) => {
  expect(staffProblems({ STAFF_ADDRESSES: `203.0.113.7, ${entry}` })).toEqual([
    `STAFF_ADDRESSES has ${entry}, which is no address or network`,
  ]);
});

it('requires the second factor in production', () => {
  expect(staffProblems({ NODE_ENV: 'production' })).toEqual([]);
  expect(staffProblems({ NODE_ENV: 'production', STAFF_SECOND_FACTOR: 'optional' })).toEqual([
    'STAFF_SECOND_FACTOR must be required in production',
  ]);
  expect(staffProblems({ NODE_ENV: 'test', STAFF_SECOND_FACTOR: 'optional' })).toEqual([]);
});
