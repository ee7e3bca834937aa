export interface DeviceName {
  /** Chrome(Windows) */
  name: string;
  isPhone: boolean;
}

/** The order matters: a user agent also contains the names of the browsers it descends from. */
const browsers: readonly [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Line\//, 'LINE'],
  [/Chrome\/|CriOS\/|HeadlessChrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: readonly [RegExp, string][] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'Chromebook'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux|X11/, 'Linux'],
];

/** Returns the common name of the device in a user agent. */
export function deviceName(userAgent: string): DeviceName {
  const nameIn = (known: readonly [RegExp, string][]) => known.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = nameIn(browsers);
  const system = nameIn(systems);
  const isPhone = system === 'iPhone' || (system === 'Android' && /Mobile/.test(userAgent));
  if (browser === undefined && system === undefined) return { name: '不明な端末', isPhone };
  return { name: browser && system ? `${browser}(${system})` : (browser ?? system ?? ''), isPhone };
}
