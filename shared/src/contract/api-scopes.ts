/** What an API key may be allowed to do. Each call of the contract that takes keys names the one that it needs. */
export const apiScopes = [
  'events:read',
  'events:write',
  'attendees:read',
  'attendees:write',
  'messages:write',
] as const;
export type ApiScope = (typeof apiScopes)[number];

/** What each scope allows, in the words of the settings and of the reference. */
export const apiScopeNames: Readonly<Record<ApiScope, string>> = {
  'events:read': 'イベントを読む(下書きと招待コードを含む)',
  'events:write': 'イベントとチケットを作成・変更・公開する',
  'attendees:read': '参加者を読む(ゲストのメールアドレスを含む)',
  'attendees:write': '参加者の受付を記録する',
  'messages:write': '参加者にメッセージを送る',
};

/** How long a key can be valid, in days. */
export const apiKeyDays = [30, 90, 365] as const;
export type ApiKeyDays = (typeof apiKeyDays)[number];
