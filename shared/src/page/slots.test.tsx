import { aUser } from '../testing/builders';
import type { RemoteDoor } from './remote-door';
import { Slot } from './shell-services';
import { firstScreenSlots } from './slots';

// What does not compile is proved by the compiler: an `@ts-expect-error` above a line without an error is one itself.
describe('a slot type-checks', () => {
  const Filler = ({ userId }: { userId: string }) => <p>{userId}</p>;

  it('in a host with exactly the declared name and parameters', () => {
    const hosts = [
      <Slot key="1" name="top-classrooms" />,
      <Slot key="2" name="follow-button" params={{ user: aUser(), size: 'small' }} />,
      // @ts-expect-error A name that is not in the table.
      <Slot key="3" name="top-classroms" />,
      // @ts-expect-error A parameter of another type.
      <Slot key="4" name="user-classrooms" params={{ userId: 7 }} />,
      // @ts-expect-error A parameter that the table does not declare.
      <Slot key="5" name="user-classrooms" params={{ userId: 'usr_1', tab: 'live' }} />,
      // @ts-expect-error A slot that needs parameters.
      <Slot key="6" name="user-archives" />,
      // @ts-expect-error A slot that takes none.
      <Slot key="7" name="top-events" params={{ limit: 3 }} />,
    ];
    expect(hosts).toHaveLength(7);
  });

  it('in the door of a remote with a component that takes those parameters', () => {
    const right: RemoteDoor['slots'] = { 'user-classrooms': () => Promise.resolve(Filler) };
    // @ts-expect-error A name that is not in the table.
    const misspelt: RemoteDoor['slots'] = { 'user-clasrooms': () => Promise.resolve(Filler) };
    // @ts-expect-error A component that wants a parameter that this slot does not give.
    const unfit: RemoteDoor['slots'] = { 'top-classrooms': () => Promise.resolve(Filler) };
    expect([right, misspelt, unfit]).toHaveLength(3);
  });
});

it('lists the slots on the first screen of a page', () => {
  expect(firstScreenSlots('/users/{id}')).toEqual(['user-classrooms', 'user-archives']);
  expect(firstScreenSlots('/settings')).toEqual([]);
});
