import { createLucideIcon } from 'lucide-react';

/** 拍手: two clapping hands. lucide has no clap icon. */
export const Clap = createLucideIcon('clap', [
  [
    'path',
    {
      d: 'M13.44 20.28c-2.4 1.44-5.64 .96-7.56-1.2L3.48 15.12a1.2 1.2 0 0 1 1.8-1.56l1.56 1.68-2.76-5.52a1.2 1.2 0 0 1 2.16-1.08l2.52 4.68-2.28-6a1.2 1.2 0 0 1 2.28-.84l2.52 6.12-.72-3.12a1.2 1.2 0 0 1 2.4-.48l1.2 5.52c.6 2.52-.48 4.92-3.12 5.76ZM16.44 16.2c2.04-.84 3.6-2.88 3.6-5.52l.36-4.8a1.2 1.2 0 0 0-2.4-.24l-.36 2.64-.72-4.68a1.2 1.2 0 0 0-2.4 .24l.48 3.6M12.96 2.4v1.92M9.36 2.88l.72 1.68',
      key: 'hands',
    },
  ],
]);

/** びっくり: a face with a round mouth. lucide has no such icon. */
export const Surprise = createLucideIcon('surprise', [
  ['circle', { cx: 12, cy: 12, r: 8.7, key: 'face' }],
  ['circle', { cx: 9, cy: 9.9, r: 1.2, fill: 'currentColor', stroke: 'none', key: 'left' }],
  ['circle', { cx: 15, cy: 9.9, r: 1.2, fill: 'currentColor', stroke: 'none', key: 'right' }],
  ['circle', { cx: 12, cy: 15.3, r: 2.1, key: 'mouth' }],
]);
