/** Letters that no normal form takes apart. */
const whole: Readonly<Record<string, string>> = { đ: 'd', ð: 'd', ł: 'l', ø: 'o', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i' }

/** A text as it is searched: without accents, in lower case, with single spaces. Equal on both databases, because it is done here. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[đðłøßæœı]/g, (letter) => whole[letter] ?? letter)
    .replaceAll(/\s+/g, ' ')
    .trim()
