import { Fragment, type ReactNode, useId } from 'react';

import { ID_PREFIX } from '../app/id-prefix';

/*
 * React derives ids from the position of a component in the tree. A part that is rendered without its page needs the
 * same position, or its ids differ from those in the browser.
 */

/** A position in React's tree, as bits: the outermost fork last. */
export type PartPosition = string;

/** Maximum number of bits that become one fork, which has a child for each of their values. */
const MOST_BITS = 12;
const IDS = new RegExp(`^_${ID_PREFIX}R_([0-9a-v]*)`);

/** Reads its position while it is rendered. */
export function PositionProbe({ onPosition }: { onPosition: (position: PartPosition) => void }): ReactNode {
  // A component with an id is a fork of one child: its bit marks where the position starts.
  useId();
  return <PositionReader onPosition={onPosition} />;
}

function PositionReader({ onPosition }: { onPosition: (position: PartPosition) => void }): ReactNode {
  onPosition(bitsOf(useId()).slice(1));
  return null;
}

function bitsOf(id: string): string {
  const [, digits = ''] = IDS.exec(id) ?? [];
  let bits = '';
  for (const digit of digits) bits += Number.parseInt(digit, 32).toString(2).padStart(5, '0');
  return bits.replace(/^0+/, '');
}

/** Renders children as if they were at a position below the present one. */
export function placed(position: PartPosition, children: ReactNode): ReactNode {
  const forks: { children: number; index: number }[] = [];
  let rest = position;
  while (rest !== '') {
    const bits = lastForkOf(rest);
    forks.push({ children: 2 ** bits.length - 1, index: Number.parseInt(bits, 2) - 1 });
    rest = rest.slice(0, -bits.length);
  }
  return forks.reduceRight<ReactNode>((inner, fork) => {
    const siblings = new Array<ReactNode>(fork.children).fill(null);
    siblings[fork.index] = <Fragment key="placed">{inner}</Fragment>;
    return siblings;
  }, children);
}

/** The last bits, up to some that are not all zero: a fork has no child number zero. */
function lastForkOf(position: string): string {
  for (let size = 1; size <= Math.min(position.length, MOST_BITS); size += 1) {
    const isRestEmpty = !position.slice(0, -size).includes('1');
    if (size === position.length || (size >= 5 && position.slice(-size).includes('1') && !isRestEmpty))
      return position.slice(-size);
  }
  throw new Error('A part is too deep in the page to be placed there.');
}
