import type { BoardElement } from '@manabiba/shared/contract/board-elements';

/*
 * How the board looks without its editor: each element as a few parts of an SVG. The lines are straight where the editor
 * draws them as if by hand.
 */

/** A part of an SVG. `lines` are those of a text. */
export interface BoardPart {
  tag: 'path' | 'ellipse' | 'text';
  attributes: Readonly<Record<string, string | number>>;
  lines?: readonly { text: string; x: number; y: number }[];
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const BOARD_FONT = "Helvetica, 'Hiragino Sans', 'Noto Sans JP', 'Noto Sans CJK JP', 'Yu Gothic UI', sans-serif";
/** Lines by hand are about twice as wide as drawn ones of the same width. */
const FREEDRAW_WIDTH = 2;
/** The part of the size of a font above its base line. */
const ASCENT = 0.88;
const PADDING = 24;
/** What is shown of a board with little on it. */
const SMALLEST = { width: 800, height: 450 };
const HEAD_LENGTH = 16;
const HEAD_ANGLE = Math.PI / 7;
/** A loosely hatched area covers about this much of what is behind it. */
const HATCHED_OPACITY = 0.4;

type Point = readonly [number, number];

/** Returns the parts of an element, in its own coordinates. */
export function partsOf(element: BoardElement): BoardPart[] {
  const { width, height } = element;
  switch (element.type) {
    case 'rectangle':
      return [{ tag: 'path', attributes: { d: rectangle(width, height, radiusOf(element)), ...paintOf(element) } }];
    case 'diamond': {
      const corners: Point[] = [
        [width / 2, 0],
        [width, height / 2],
        [width / 2, height],
        [0, height / 2],
      ];
      return [{ tag: 'path', attributes: { d: `${polyline(corners)} Z`, ...paintOf(element) } }];
    }
    case 'ellipse': {
      const [rx, ry] = [width / 2, height / 2];
      return [{ tag: 'ellipse', attributes: { cx: rx, cy: ry, rx, ry, ...paintOf(element) } }];
    }
    case 'freedraw': {
      const strokeWidth = element.strokeWidth * FREEDRAW_WIDTH;
      const d = element.points.length === 1 ? 'M 0 0 L 0.1 0' : curve(element.points);
      return [{ tag: 'path', attributes: { d, ...paintOf(element), 'stroke-width': strokeWidth } }];
    }
    case 'text':
      return [textPart(element)];
    default:
      return linearParts(element);
  }
}

/** Where an element is: moved, and turned around its middle. */
export const placeOf = ({ x, y, angle, width, height }: BoardElement) =>
  `translate(${round(x)} ${round(y)}) rotate(${round((angle * 180) / Math.PI)} ${round(width / 2)} ${round(height / 2)})`;

/** The box around all elements, at least as large as a slide, with a little space. */
export function boxAround(elements: readonly BoardElement[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const element of elements) {
    // The diagonal covers an element at any angle.
    const [middleX, middleY] = [element.x + element.width / 2, element.y + element.height / 2];
    const isTurned = element.angle !== 0;
    const reach = Math.hypot(element.width, element.height) / 2;
    const [reachX, reachY] = isTurned ? [reach, reach] : [element.width / 2, element.height / 2];
    const points = 'points' in element ? element.points : [];
    // Points of a line may be left of or above its origin.
    const xs = [middleX - reachX, middleX + reachX, ...points.map(([x]) => element.x + x)];
    const ys = [middleY - reachY, middleY + reachY, ...points.map(([, y]) => element.y + y)];
    left = Math.min(left, ...xs);
    right = Math.max(right, ...xs);
    top = Math.min(top, ...ys);
    bottom = Math.max(bottom, ...ys);
  }
  if (elements.length === 0) return { x: 0, y: 0, ...SMALLEST };
  const width = Math.max(SMALLEST.width, right - left + 2 * PADDING);
  const height = Math.max(SMALLEST.height, bottom - top + 2 * PADDING);
  return { x: (left + right - width) / 2, y: (top + bottom - height) / 2, width, height };
}

function paintOf(element: BoardElement): Record<string, string | number> {
  const { strokeColor, strokeWidth, strokeStyle, backgroundColor, fillStyle } = element;
  const isFilled = backgroundColor !== 'transparent' && isClosed(element);
  return {
    stroke: strokeColor,
    'stroke-width': strokeWidth,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    fill: isFilled ? backgroundColor : 'none',
    ...(isFilled && fillStyle !== 'solid' && { 'fill-opacity': HATCHED_OPACITY }),
    ...(strokeStyle === 'dashed' && { 'stroke-dasharray': `8 ${8 + strokeWidth}` }),
    ...(strokeStyle === 'dotted' && { 'stroke-dasharray': `1.5 ${6 + strokeWidth}` }),
  };
}

/** A line is an area when it ends where it began. */
function isClosed(element: BoardElement): boolean {
  if (!('points' in element)) return true;
  const [first, last] = [element.points[0], element.points.at(-1)];
  return element.points.length > 2 && !!first && !!last && Math.hypot(last[0] - first[0], last[1] - first[1]) < 8;
}

function linearParts(element: Extract<BoardElement, { type: 'line' | 'arrow' }>): BoardPart[] {
  const { points, roundness, startArrowhead, endArrowhead, strokeColor, strokeWidth } = element;
  const d = roundness === null ? polyline(points) : curve(points);
  const parts: BoardPart[] = [{ tag: 'path', attributes: { d, ...paintOf(element) } }];
  const heads = [
    [startArrowhead, points[1], points[0]],
    [endArrowhead, points.at(-2), points.at(-1)],
  ] as const;
  for (const [head, from, to] of heads) {
    if (head === null || !from || !to) continue;
    const isOpen = head === 'arrow' || head === 'bar';
    const attributes = {
      d: arrowhead(from, to, !isOpen),
      stroke: strokeColor,
      'stroke-width': strokeWidth,
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
      fill: isOpen || head.endsWith('outline') ? 'none' : strokeColor,
    };
    parts.push({ tag: 'path', attributes });
  }
  return parts;
}

function arrowhead(from: Point, to: Point, isClosedHead: boolean): string {
  const direction = Math.atan2(to[1] - from[1], to[0] - from[0]);
  const length = Math.min(HEAD_LENGTH, Math.hypot(to[0] - from[0], to[1] - from[1]) / 2);
  const side = (turn: number): Point => [
    to[0] - length * Math.cos(direction + turn),
    to[1] - length * Math.sin(direction + turn),
  ];
  return `${polyline([side(HEAD_ANGLE), to, side(-HEAD_ANGLE)])}${isClosedHead ? ' Z' : ''}`;
}

function textPart(element: Extract<BoardElement, { type: 'text' }>): BoardPart {
  const { text, fontSize, lineHeight, textAlign, width, strokeColor } = element;
  const x = { left: 0, center: width / 2, right: width }[textAlign];
  const step = fontSize * lineHeight;
  const lines = text
    .split('\n')
    .map((line, index) => ({
      text: line,
      x: round(x),
      y: round(index * step + (step - fontSize) / 2 + fontSize * ASCENT),
    }));
  const anchor = { left: 'start', center: 'middle', right: 'end' }[textAlign];
  return {
    tag: 'text',
    attributes: { fill: strokeColor, 'font-size': fontSize, 'font-family': BOARD_FONT, 'text-anchor': anchor },
    lines,
  };
}

const radiusOf = ({ roundness, width, height }: BoardElement) =>
  roundness === null ? 0 : Math.min(roundness.value ?? 32, Math.min(width, height) / 4);

function rectangle(width: number, height: number, radius: number): string {
  const [w, h, r] = [round(width), round(height), round(radius)];
  if (r === 0) return `M 0 0 H ${w} V ${h} H 0 Z`;
  const corner = (x: number, y: number) => `a ${r} ${r} 0 0 1 ${x} ${y}`;
  return `M ${r} 0 H ${round(w - r)} ${corner(r, r)} V ${round(h - r)} ${corner(-r, r)} H ${r} ${corner(-r, -r)} V ${r} ${corner(r, -r)} Z`;
}

const polyline = (points: readonly Point[]) => `M ${points.map(([x, y]) => `${round(x)} ${round(y)}`).join(' L ')}`;

/** A smooth line through all points (Catmull-Rom). */
function curve(points: readonly Point[]): string {
  const at = (index: number) => points[Math.min(points.length - 1, Math.max(0, index))] as Point;
  let d = `M ${round(at(0)[0])} ${round(at(0)[1])}`;
  for (let index = 0; index < points.length - 1; index += 1) {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    const bend = (place: 0 | 1) => [
      from[place] + (to[place] - before[place]) / 6,
      to[place] - (after[place] - from[place]) / 6,
    ];
    const [[x1, x2], [y1, y2]] = [bend(0), bend(1)] as [[number, number], [number, number]];
    d += ` C ${round(x1)} ${round(y1)} ${round(x2)} ${round(y2)} ${round(to[0])} ${round(to[1])}`;
  }
  return d;
}

const round = (value: number) => Math.round(value * 10) / 10;
