/** The encodings that the browser accepts and that we have, best first. */
export function acceptedEncodings(header: string | string[] | undefined): ('br' | 'gzip')[] {
  const accepted = new Map(
    String(header ?? '')
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
        const quality = parameters.find((parameter) => parameter.startsWith('q='));
        return [name, quality === undefined ? 1 : Number(quality.slice(2))] as const;
      }),
  );
  return (['br', 'gzip'] as const).filter((name) => (accepted.get(name) ?? accepted.get('*') ?? 0) > 0);
}
