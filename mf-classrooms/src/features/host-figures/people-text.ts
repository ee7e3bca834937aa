import type { GroupSize, PeopleShare } from '@manabiba/shared/contract/host-figures';
import { SMALLEST_GROUP } from '@manabiba/shared/contract/limits';
import { formatCount } from '@manabiba/shared/format/count';

/** Too few people to show a figure. */
export const FEW_PEOPLE = `${SMALLEST_GROUP}人未満`;

/** 12人, 5人未満, 非表示. */
export function peopleText(size: GroupSize): string {
  if (size === 'few') return FEW_PEOPLE;
  return size === 'hidden' ? '非表示' : `${formatCount(size)}人`;
}

/** Returns a part in whole percent, rounded; null without anybody. */
export function percentOf({ part, whole }: NonNullable<PeopleShare>): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 100);
}

/** A part of the people who came: 12人(60%). */
export function partText(part: GroupSize, whole: GroupSize): string {
  const percent = typeof part === 'number' && typeof whole === 'number' ? percentOf({ part, whole }) : null;
  return percent === null ? peopleText(part) : `${peopleText(part)}(${percent}%)`;
}
