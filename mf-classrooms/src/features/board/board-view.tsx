import type { BoardElement } from '@manabiba/shared/contract/board-elements';
import { createElement, memo } from 'react';

import { type BoardPart, boxAround, partsOf, placeOf } from './board-drawing';

import styles from './board.module.css';

interface BoardViewProps {
  /** In the order of drawing. */
  elements: readonly BoardElement[];
}

/** The whole board as an image, for those who do not draw. */
export function BoardView({ elements }: BoardViewProps) {
  const { x, y, width, height } = boxAround(elements);
  const texts = elements.flatMap((element) => (element.type === 'text' ? [element.text] : []));
  const label = texts.length > 0 ? `ホワイトボード。${texts.join('、')}` : 'ホワイトボード';
  return (
    <svg className={styles.drawing} role="img" aria-label={label} viewBox={`${x} ${y} ${width} ${height}`}>
      {elements.map((element) => (
        <ElementShape key={element.id} element={element} />
      ))}
    </svg>
  );
}

/** One element; drawn again only when it has changed. */
const ElementShape = memo(function ElementShape({ element }: { element: BoardElement }) {
  return (
    <g transform={placeOf(element)} opacity={element.opacity / 100} data-kind={element.type}>
      {partsOf(element).map((part, index) => (
        // The parts of an element never change their order.
        <Part key={index} part={part} />
      ))}
    </g>
  );
});

function Part({ part: { tag, attributes, lines } }: { part: BoardPart }) {
  const content = lines?.map(({ text, x, y }) => (
    <tspan key={y} x={x} y={y}>
      {text}
    </tspan>
  ));
  return createElement(tag, propsOf(attributes), content);
}

/** React writes the attributes of SVG in its own way. */
const propsOf = (attributes: BoardPart['attributes']) =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name.replace(/-(.)/g, (_, letter) => letter.toUpperCase()),
      value,
    ]),
  );
