import { renderHook } from '@testing-library/react';
import { act } from 'react';

import { aRoomUser } from '../../core/testing/room-builders';
import { showOwnReaction, useOwnReaction, withOwnReaction } from './own-reaction';

const watch = (room: string) => renderHook(() => useOwnReaction(room)?.reactionName).result;

it('shows a reaction immediately, and restores the previous one when it fails', () => {
  const seen = watch('cls_a');
  act(() => showOwnReaction('cls_a', 'clap').settle());
  let second: ReturnType<typeof showOwnReaction> | undefined;
  act(() => {
    second = showOwnReaction('cls_a', 'like');
  });
  expect(seen.current).toBe('like');
  act(() => second?.takeBack());
  expect(seen.current).toBe('clap');
});

it('defers to the live documents once settled', () => {
  jest.useFakeTimers();
  const seen = watch('cls_b');
  act(() => showOwnReaction('cls_b', 'clap').settle());
  expect(seen.current).toBe('clap');
  act(() => void jest.advanceTimersByTime(4000));
  expect(seen.current).toBeUndefined();
  jest.useRealTimers();
});

it('keeps a newer reaction when an older one settles', () => {
  jest.useFakeTimers();
  const seen = watch('cls_c');
  act(() => {
    const older = showOwnReaction('cls_c', 'clap');
    showOwnReaction('cls_c', null);
    older.settle();
  });
  act(() => void jest.advanceTimersByTime(4000));
  expect(seen.current).toBeNull();
  jest.useRealTimers();
});

it('is separate for each room', () => {
  const seen = watch('cls_other');
  act(() => void showOwnReaction('cls_d', 'clap'));
  expect(seen.current).toBeUndefined();
});

it('changes only the viewer, and keeps the same array without a difference', () => {
  const me = aRoomUser({ id: 'usr_me' });
  const other = aRoomUser();
  const people = [me, other];
  expect(withOwnReaction(people, 'usr_me', { reactionName: 'clap' })).toEqual([{ ...me, reactionName: 'clap' }, other]);
  expect(withOwnReaction(people, 'usr_me', undefined)).toBe(people);
  expect(withOwnReaction(people, 'usr_me', { reactionName: null })).toBe(people);
});
