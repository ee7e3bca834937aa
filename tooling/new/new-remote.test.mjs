import { readNewArguments } from './new-remote.mjs';

it.each([
  ['polls', '"polls" is no name for a remote: mf- and small letters, digits and single hyphens, such as mf-polls.'],
  [
    'mf-Polls',
    '"mf-Polls" is no name for a remote: mf- and small letters, digits and single hyphens, such as mf-polls.',
  ],
  [`mf-${'x'.repeat(40)}`, 'is too long: at most 40 characters.'],
  ['mf-events', 'mf-events is there already.'],
  ['mf-signin', 'The address /signin belongs to the shell: choose another name.'],
  ['mf-deploy', 'The address /deploy belongs to the shell: choose another name.'],
  ['mf-settings', 'The address /settings belongs to mf-account: choose another name.'],
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
