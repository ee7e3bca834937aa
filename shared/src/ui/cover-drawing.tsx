import type { ReactElement } from 'react';

/** The colours of a drawing are content, not tokens: both themes show the same, the dark one dimmed. */
interface Palette {
  ground: string;
  soft: string;
  main: string;
  accent: string;
}

const palettes: Palette[] = [
  { ground: '#E6E9F0', soft: '#B7C0D3', main: '#27459B', accent: '#C7503C' },
  { ground: '#DFE6DB', soft: '#9DAA7A', main: '#55633F', accent: '#C7503C' },
  { ground: '#EDE3D3', soft: '#7FA3B5', main: '#3F5B66', accent: '#C7503C' },
  { ground: '#E9DFD2', soft: '#C99A4C', main: '#2B313C', accent: '#C7503C' },
  { ground: '#D7E2E4', soft: '#7FA3B5', main: '#2B313C', accent: '#C99A4C' },
  { ground: '#2E3542', soft: '#7FA3B5', main: '#EFEADF', accent: '#C99A4C' },
  { ground: '#1E2740', soft: '#6E7FA8', main: '#CFA79F', accent: '#C99A4C' },
  { ground: '#E7DDE0', soft: '#B79BA2', main: '#2B313C', accent: '#C7503C' },
];

/** FNV-1a: short, and similar seeds give very different hashes. */
function hashOf(seed: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < seed.length; index += 1) {
    hash = Math.imul(hash ^ seed.charCodeAt(index), 0x01000193);
  }
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** The drawing's parameters: four values from 0 to 1, derived from one hash. */
type Leaning = readonly [number, number, number, number];

const drawings: ((colors: Palette, leaning: Leaning) => ReactElement)[] = [
  function orbits({ soft, main, accent }, [a, b, c]) {
    const tilt = -8 - Math.round(a * 24);
    const x = 130 + Math.round(b * 60);
    return (
      <>
        <g fill="none" stroke={soft} strokeWidth="1.5" transform={`rotate(${tilt} ${x} 94)`}>
          <ellipse cx={x} cy="94" rx="66" ry="25" />
          <ellipse cx={x} cy="94" rx="116" ry="46" />
          <ellipse cx={x} cy="94" rx="172" ry="70" />
        </g>
        <circle cx={x} cy="94" r="21" fill={accent} />
        <circle cx={x + 60} cy={48 + Math.round(c * 20)} r="7" fill={main} />
        <circle cx={x - 104} cy={136 + Math.round(c * 16)} r="11" fill={soft} />
      </>
    );
  },
  function hills({ soft, main, accent }, [a, b, c]) {
    const x = 60 + Math.round(a * 200);
    const lift = Math.round(b * 26);
    return (
      <>
        <circle cx={x} cy={54 + Math.round(c * 16)} r="27" fill={accent} />
        <path
          d={`M0 ${126 - lift}C60 ${84 - lift} 120 ${92 + lift} 176 ${118 - lift}S270 ${92 + lift} 320 ${102 - lift}V180H0Z`}
          fill={soft}
        />
        <path d={`M0 ${154 - lift / 2}c60-30 110-20 160-4s110 14 160-8v40H0Z`} fill={main} />
      </>
    );
  },
  function wave({ soft, main, accent }, [a, b, c]) {
    const height = 34 + Math.round(a * 30);
    const x = 78 + Math.round(b * 40);
    return (
      <>
        <path d={`M0 90h320M${x} 0v180`} stroke={soft} strokeWidth="1" />
        <circle cx={x} cy="90" r={40 + Math.round(c * 14)} fill="none" stroke={main} strokeWidth="2.5" />
        <path d={`M${x} 90 ${x + 32} 58V90Z`} fill={main} />
        <path
          d={`M${x + 58} 90c14-${height} 42-${height} 56 0s42 ${height} 56 0 42-${height} 56 0`}
          fill="none"
          stroke={accent}
          strokeWidth="2.5"
        />
        <circle cx={x + 32} cy="58" r="4" fill={main} />
      </>
    );
  },
  function pages({ soft, main, accent }, [a, b]) {
    const lean = Math.round(a * 10) - 5;
    const mark = 108 + Math.round(b * 20);
    return (
      <g transform={`rotate(${lean} 160 90)`}>
        <path
          d="M160 44c-22-18-58-22-92-12v106c34-10 70-6 92 12 22-18 58-22 92-12V32c-34-10-70-6-92 12Z"
          fill="#FFFDF8"
        />
        <path d="M160 44v106" stroke={soft} strokeWidth="2" />
        <path
          d="M86 58c18-3 36 0 52 8M86 78c18-3 36 0 52 8M86 98c18-3 36 0 52 8M234 58c-18-3-36 0-52 8M234 78c-18-3-36 0-52 8"
          fill="none"
          stroke={main}
          strokeWidth="2.5"
          strokeLinecap="round"
          opacity="0.75"
        />
        <path d={`M206 ${mark - 6}h22v34l-11-9-11 9Z`} fill={accent} />
      </g>
    );
  },
  function leaves({ soft, main, accent }, [a, b, c]) {
    const x = 130 + Math.round(a * 60);
    const sway = Math.round(b * 30) - 15;
    return (
      <>
        <path d={`M${x} 172c-84-20-94-96-66-146 66 22 96 78 66 146Z`} fill={main} opacity="0.85" />
        <path d={`M${x} 172c-10-58 ${20 + sway}-106 86-116 20 58-20 108-86 116Z`} fill={soft} />
        <path
          d={`M${x} 172c-18-58-38-96-60-132M${x} 172c20-48 44-80 80-106`}
          fill="none"
          stroke="#EFEADF"
          strokeWidth="2"
        />
        <circle cx={x + 74} cy={36 + Math.round(c * 12)} r="8" fill={accent} />
      </>
    );
  },
  function steps({ soft, main, accent }, [a, b]) {
    const rise = 22 + Math.round(a * 8);
    const base = 152;
    const stair = (from: number, step: number) =>
      `M0 180V${from}${[1, 2, 3, 4].map((n) => `H${n * 64}V${from - n * step}`).join('')}H320V180Z`;
    return (
      <>
        <path d={stair(base - 22, rise)} fill={soft} />
        <path d={stair(base, rise)} fill={main} />
        <circle cx={28 + Math.round(b * 60)} cy="52" r="14" fill={accent} />
      </>
    );
  },
  function cells({ soft, main, accent }, [a, b, c]) {
    const places = [
      [129, 101.5],
      [207, 56.5],
      [285, 101.5],
      [51, 56.5],
    ] as const;
    const big = Math.floor(a * places.length);
    return (
      <g transform={`translate(${Math.round(b * 24) - 12} ${Math.round(c * 16) - 8})`}>
        <path
          d="m90 34 39 22.5v45L90 124l-39-22.5v-45ZM168 34l39 22.5v45L168 124l-39-22.5v-45ZM129 101.5 168 124v45l-39 22.5L90 169v-45ZM246 34l39 22.5v45L246 124l-39-22.5v-45Z"
          fill="none"
          stroke={soft}
          strokeWidth="2.5"
        />
        {places.map(([x, y], index) => (
          <circle key={x} cx={x} cy={y} r={index === big ? 13 : 9} fill={index === big ? accent : main} />
        ))}
      </g>
    );
  },
];

export interface CoverDrawingProps {
  seed: string;
  label?: string;
  className?: string;
}

/** A placeholder drawing for a missing image, the same for the same seed on every screen. */
export function CoverDrawing({ seed, label, className }: CoverDrawingProps) {
  const hash = hashOf(seed);
  const leaning: Leaning = [
    (hash & 15) / 15,
    ((hash >>> 4) & 15) / 15,
    ((hash >>> 8) & 15) / 15,
    ((hash >>> 12) & 15) / 15,
  ];
  const draw = drawings[(hash >>> 16) % drawings.length] as (typeof drawings)[number];
  const colors = palettes[(hash >>> 22) % palettes.length] as Palette;
  const meaning = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <svg
      className={className}
      viewBox="0 0 320 180"
      preserveAspectRatio="xMidYMid slice"
      focusable="false"
      {...meaning}
    >
      <rect width="320" height="180" fill={colors.ground} />
      {draw(colors, leaning)}
    </svg>
  );
}
