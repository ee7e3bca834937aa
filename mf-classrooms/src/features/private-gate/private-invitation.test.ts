import { readInvitation } from './private-invitation';

const ORIGIN = 'https://manabiba.example';

it('accepts an invitation of this product', () => {
  expect(readInvitation(` ${ORIGIN}/classrooms/cls_abc?key=K3y-x `, ORIGIN)).toEqual({
    classroomId: 'cls_abc',
    key: 'K3y-x',
  });
});

it.each([
  ['nothing', ''],
  ['a single word', 'cls_abc'],
  ['another origin', 'https://elsewhere.example/classrooms/cls_abc?key=x'],
  ['another scheme', 'javascript:alert(1)//manabiba.example/classrooms/cls_abc?key=x'],
  ['another port', 'https://manabiba.example:8443/classrooms/cls_abc?key=x'],
  ['a user name that looks like the origin', 'https://manabiba.example@elsewhere.example/classrooms/cls_abc?key=x'],
  ['a classroom without its key', `${ORIGIN}/classrooms/cls_abc`],
  ['another page', `${ORIGIN}/users/usr_1?key=x`],
  ['a path below the classroom', `${ORIGIN}/classrooms/cls_abc/edit?key=x`],
])('rejects %s', (_what, text) => {
  expect(readInvitation(text, ORIGIN)).toBeNull();
});
