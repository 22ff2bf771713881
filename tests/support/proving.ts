/** Whether the long form of a proof runs (`npm run prove:auth`), or the short one of `npm test`. */
export const isProving = process.env['PROVE'] === 'long'
