const code = /(?<![\p{L}\p{N}])(?:(?:LT|CTM|TB|DT|TS)(?:100|[1-9]?\d)|K23)(?![\p{L}\p{N}])/u

/** The leftmost seller code of a title, or `null`. It is a whole token: LT, CTM, TB, DT or TS with a number from 0 to 100, or K23. */
export const sellerCode = (title: string): string | null => code.exec(title)?.[0] ?? null

/** Shown if a title has no seller code. */
export const noSellerCode = '-'
