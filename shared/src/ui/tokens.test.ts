import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const css = readFileSync(join(__dirname, 'tokens.css'), 'utf8');

type Tokens = Record<string, string>;

/** The declarations of the rule whose selector list includes this selector. */
function tokensOf(selector: string): Tokens {
  const rules = [...css.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{};]+)\{([^{}]*)\}/g)];
  const [, , block = ''] =
    rules.find(([, selectors]) => selectors?.split(',').some((one) => one.trim() === selector)) ?? [];
  return Object.fromEntries(
    [...block.matchAll(/(--[\w-]+|color-scheme):\s*([^;]+);/g)].map(([, name, value]) => [name, value]),
  );
}

const themes = { light: tokensOf("[data-theme='light']"), dark: tokensOf("[data-theme='dark']") };

/** WCAG 2.2, relative luminance of a colour given as #RRGGBB. */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(theme: Tokens, first: string, second: string): number {
  const lights = [first, second].map((name) => luminance(theme[`--color-${name}`] ?? ''));
  return (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05);
}

const grounds = ['ground', 'surface', 'surface-sunken'];
const onEveryGround = (inks: string[]) => inks.flatMap((ink) => grounds.map((ground) => [ink, ground] as const));

/** Pairs of text colour and background. */
const textPairs = [
  ...onEveryGround(['ink', 'ink-soft', 'action', 'action-hover', 'live', 'ok', 'warn']),
  ...['action-soft', 'live-soft', 'ok-soft', 'warn-soft'].map((tint) => ['ink', tint] as const),
  ['ink-soft', 'action-soft'],
  ['action', 'action-soft'],
  ['live', 'live-soft'],
  ['ok', 'ok-soft'],
  ['warn', 'warn-soft'],
  ['action', 'warn-soft'],
  ['action-ink', 'action'],
  ['action-ink', 'action-hover'],
  ['live-ink', 'live'],
  ['live-ink', 'live-hover'],
  ['ground', 'ink'],
] as const;

/** Pairs of colours that show a control's boundary or its on/off state. */
const outlinePairs = [
  ...onEveryGround(['line-strong', 'action', 'live']),
  ['action', 'action-soft'],
  ['surface', 'line-strong'],
  ['surface', 'action'],
] as const;

describe.each(['light', 'dark'] as const)('the %s theme', (name) => {
  const theme = themes[name];

  it.each(textPairs)('has readable text: %s on %s has 4.5:1', (ink, ground) => {
    expect(contrast(theme, ink, ground)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(outlinePairs)('has visible controls: %s on %s has 3:1', (line, ground) => {
    expect(contrast(theme, line, ground)).toBeGreaterThanOrEqual(3);
  });

  it('keeps labels on images readable even on white', () => {
    const [red, green, blue, alpha] = (theme['--color-overlay'] ?? '').match(/[\d.]+/g)?.map(Number) as [
      number,
      number,
      number,
      number,
    ];
    const over = [red, green, blue].map((channel) => Math.round(channel * alpha + 255 * (1 - alpha)));
    const hex = `#${over.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
    expect(
      contrast(
        { '--color-label': hex, '--color-overlay-ink': theme['--color-overlay-ink'] ?? '' },
        'overlay-ink',
        'label',
      ),
    ).toBeGreaterThanOrEqual(4.5);
  });
});

it('is the same dark theme whether the device or the page requests it', () => {
  expect(Object.keys(themes.dark)).not.toHaveLength(0);
  expect(tokensOf(":root:not([data-theme='light'])")).toEqual(themes.dark);
});

it('defines every colour of the light theme in the dark one', () => {
  expect(Object.keys(themes.dark).sort()).toEqual(Object.keys(themes.light).sort());
});
