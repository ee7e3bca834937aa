/** 連続講座『星を学ぶ』 第2回. A cancelled date has no number. */
export const seriesText = ({ title, number }: { title: string; number: number | null }) =>
  `連続講座『${title}』${number === null ? '' : ` 第${number}回`}`;
