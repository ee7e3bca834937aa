import type { BoardElement } from '@manabiba/shared/contract/board-elements';

import { boxAround, partsOf, placeOf } from './board-drawing';

const SVG = 'http://www.w3.org/2000/svg';
const GROUND = '#ffffff';
/** The longest side of a picture, in pixels. */
const LONGEST = 2400;
const SCALE = 2;

/** Draws a board as PNG in this browser. Rejects when the browser cannot. */
export async function boardPicture(elements: readonly BoardElement[]): Promise<Blob> {
  const { x, y, width, height } = boxAround(elements);
  const scale = Math.min(SCALE, LONGEST / Math.max(width, height));
  const svg = node('svg', { viewBox: `${x} ${y} ${width} ${height}`, width: width * scale, height: height * scale });
  for (const element of elements) {
    const group = node('g', { transform: placeOf(element), opacity: element.opacity / 100 });
    for (const { tag, attributes, lines = [] } of partsOf(element)) {
      const part = node(tag, attributes);
      for (const { text, ...place } of lines) part.append(Object.assign(node('tspan', place), { textContent: text }));
      group.append(part);
    }
    svg.append(group);
  }
  const url = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(svg)], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return await toPng(image, width * scale, height * scale);
  } finally {
    URL.revokeObjectURL(url);
  }
}

function node(tag: string, attributes: Readonly<Record<string, string | number>>): Element {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}

async function toPng(image: HTMLImageElement, width: number, height: number): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), {
    width: Math.round(width),
    height: Math.round(height),
  });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser has no canvas');
  context.fillStyle = GROUND;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (!blob) throw new Error('This browser draws no PNG');
  return blob;
}
