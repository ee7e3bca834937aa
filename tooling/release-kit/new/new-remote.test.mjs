import { readNewArguments } from './new-remote.mjs';
import { ownerOfAddress } from './taken-address.mjs';

it.each([
  ['polls', '"polls" is no name for a remote: mf- and small letters, digits and single hyphens, such as mf-polls.'],
  [
    'mf-Polls',
    '"mf-Polls" is no name for a remote: mf- and small letters, digits and single hyphens, such as mf-polls.',
  ],
  [`mf-${'x'.repeat(40)}`, 'is too long: at most 40 characters.'],
  ['mf-events', 'mf-events is there already.'],
])('rejects %s and says why', (name, sentence) => {
  expect(() => readNewArguments([name], '')).toThrow(sentence);
});

it('rejects a title that would close its string', () => {
  expect(() => readNewArguments(['mf-polls', '--title', "it's"], '')).toThrow('--title takes');
});

it('rejects an access that no page has', () => {
  expect(() => readNewArguments(['mf-polls', '--access', 'nobody'], '')).toThrow(
    '--access takes anyone, person, professional, staff.',
  );
});

it('reads name, title and access', () => {
  expect(readNewArguments(['mf-open-day', '--title', '学校見学', '--access', 'person'], '')).toEqual({
    name: 'mf-open-day',
    title: '学校見学',
    access: 'person',
  });
});

it.each([
  ['/signin', 'the shell'],
  ['/deploy', 'the shell'],
  ['/settings', 'mf-account'],
  ['/open-day', undefined],
])('finds the owner of %s', async (path, owner) => {
  expect(await ownerOfAddress(path)).toBe(owner);
});
