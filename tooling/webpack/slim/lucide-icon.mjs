import { createElement } from 'react';

/**
 * Replaces lucide's own `createLucideIcon`, which supports five frameworks and old icon formats in nine modules; each
 * remote would bundle them. It renders the same.
 *
 * @param {string | { name: string, node: [string, Record<string, string>][] }} given A lucide icon, or the name of one
 * of ours.
 * @param {[string, Record<string, string>][]} [ownNode] The shapes of our icon.
 */
// oxlint-disable-next-line import/no-default-export -- lucide's icons ask for it so
export default function createLucideIcon(given, ownNode) {
  const { name, node } = typeof given === 'string' ? { name: given, node: ownNode ?? [] } : given;
  return function LucideIcon({ size = 24, className = '', ...rest }) {
    const drawn = node.map(([tag, attributes]) => createElement(tag, attributes));
    return createElement(
      'svg',
      { ...LINE, width: size, height: size, className: `lucide lucide-${name} ${className}`.trim(), ...rest },
      drawn,
    );
  };
}

const LINE = {
  xmlns: 'http://www.w3.org/2000/svg',
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
};
