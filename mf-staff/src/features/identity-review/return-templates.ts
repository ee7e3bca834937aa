/** Common reasons for returning documents. Staff may edit the text before the user reads it. */
export const returnTemplates = [
  {
    name: '生年月日が読めない',
    text: '生年月日が読み取れませんでした。明るい場所で撮影して、もう一度お送りください。',
  },
  { name: '四隅が写っていない', text: '書類の四隅が写っていませんでした。四隅が入るように、もう一度お送りください。' },
  { name: '期限が切れている', text: '書類の有効期限が切れていました。有効期限内の書類をお送りください。' },
  {
    name: '生年月日が違う',
    text: '書類の生年月日が、ご登録の内容と違いました。ご登録の内容を確かめて、もう一度お送りください。',
  },
  {
    name: '別の書類',
    text: '本人確認に使えない書類でした。提出の画面に書かれている書類のうち、いずれかをお送りください。',
  },
] as const;
