import * as z from 'zod/mini';

import { MAX_BOARD_POINTS, MAX_BOARD_TEXT_LENGTH } from './limits';
import { untrimmedText } from './primitives';

/*
 * What may be on the board of a room: the elements of Excalidraw without links, images, frames and embedded pages. Other
 * fields are dropped, so that a drawing contains nothing that this file does not name.
 */

const FAR = 1_000_000;
const MAX_INT = 2_147_483_647;

const number = z.number().check(z.minimum(-FAR), z.maximum(FAR));
const size = z.number().check(z.minimum(0), z.maximum(FAR));
const integer = z.int().check(z.minimum(0), z.maximum(MAX_INT));
const key = z.string().check(z.regex(/^[\w-]{1,40}$/));
const order = z.nullable(z.string().check(z.regex(/^[A-Za-z0-9]{1,200}$/)));
const color = z.string().check(z.regex(/^(#[\da-f]{3,8}|[a-z]{1,30})$/i));
const point = z.tuple([number, number]);
const points = z.array(point).check(z.maxLength(MAX_BOARD_POINTS));
const words = untrimmedText({ max: MAX_BOARD_TEXT_LENGTH });
const angle = z.number().check(z.minimum(-10), z.maximum(10));

const stamp = {
  id: key,
  version: integer,
  /** Of two changes with the same version the one with the lower number wins. */
  versionNonce: integer,
};

const base = {
  ...stamp,
  x: number,
  y: number,
  width: size,
  height: size,
  angle,
  strokeColor: color,
  backgroundColor: color,
  fillStyle: z.enum(['solid', 'hachure', 'cross-hatch', 'zigzag']),
  strokeWidth: z.number().check(z.minimum(0), z.maximum(100)),
  strokeStyle: z.enum(['solid', 'dashed', 'dotted']),
  roughness: z.number().check(z.minimum(0), z.maximum(10)),
  roundness: z.nullable(z.object({ type: z.int().check(z.minimum(1), z.maximum(3)), value: z.optional(size) })),
  opacity: z.number().check(z.minimum(0), z.maximum(100)),
  seed: integer,
  /** Where it is in the order of drawing, as a fractional index. */
  index: order,
  isDeleted: z.literal(false),
  groupIds: z.array(key).check(z.maxLength(20)),
  boundElements: z.nullable(z.array(z.object({ id: key, type: z.enum(['arrow', 'text']) })).check(z.maxLength(100))),
  locked: z.boolean(),
};

const shape = <const K extends string>(type: K) => z.object({ ...base, type: z.literal(type) });

const binding = z.nullable(
  z.object({ elementId: key, focus: number, gap: number, fixedPoint: z.optional(z.nullable(point)) }),
);
const arrowhead = z.nullable(
  z.enum([
    'arrow',
    'bar',
    'dot',
    'circle',
    'circle_outline',
    'triangle',
    'triangle_outline',
    'diamond',
    'diamond_outline',
    'crowfoot_one',
    'crowfoot_many',
    'crowfoot_one_or_many',
  ]),
);
const linear = {
  ...base,
  points,
  startBinding: binding,
  endBinding: binding,
  startArrowhead: arrowhead,
  endArrowhead: arrowhead,
};

export const boardElement = z.discriminatedUnion('type', [
  shape('rectangle'),
  shape('diamond'),
  shape('ellipse'),
  z.object({ ...linear, type: z.literal('line') }),
  z.object({ ...linear, type: z.literal('arrow') }),
  z.object({
    ...base,
    type: z.literal('freedraw'),
    points,
    pressures: z.array(z.number().check(z.minimum(0), z.maximum(1))).check(z.maxLength(MAX_BOARD_POINTS)),
    simulatePressure: z.boolean(),
  }),
  z.object({
    ...base,
    type: z.literal('text'),
    text: words,
    originalText: words,
    fontSize: z.number().check(z.minimum(1), z.maximum(1000)),
    textAlign: z.enum(['left', 'center', 'right']),
    verticalAlign: z.enum(['top', 'middle', 'bottom']),
    containerId: z.nullable(key),
    autoResize: z.boolean(),
    lineHeight: z.number().check(z.minimum(0.5), z.maximum(5)),
  }),
]);
export type BoardElement = z.output<typeof boardElement>;

/** What is left of an erased element, so that no older change brings it back. */
export const erasedElement = z.object({ ...stamp, isDeleted: z.literal(true) });
export type ErasedElement = z.output<typeof erasedElement>;

export const boardChange = z.union([boardElement, erasedElement]);
export type BoardChange = BoardElement | ErasedElement;
