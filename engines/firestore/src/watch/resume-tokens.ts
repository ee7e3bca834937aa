/** Resume tokens: a version of one set of documents. Tokens of another set and malformed tokens are unusable. */
export class ResumeTokens {
  constructor(private readonly storeId: string) {}

  write(version: number): string {
    return Buffer.from(`${this.storeId}/${version}`).toString('base64');
  }

  read(token: unknown): number | undefined {
    if (typeof token !== 'string') return undefined;
    const [storeId, version] = Buffer.from(token.replaceAll('-', '+').replaceAll('_', '/'), 'base64')
      .toString()
      .split('/');
    return storeId === this.storeId && version !== undefined && /^\d{1,16}$/.test(version)
      ? Number(version)
      : undefined;
  }
}
