const marker = "UTF-8''"
const plain = /^[\x20-\x7e]*$/
/** Characters that RFC 8187 encodes and `encodeURIComponent` does not. */
const leftOver = /['()*]/g

/** Lone surrogates: `encodeURIComponent` throws on them. */
const halfCharacters = /\p{Surrogate}/gu

/** Encodes a text as a header value: plain ASCII is unchanged, other text becomes an `ext-value` of RFC 8187. */
export function headerText(text: string): string {
  if (plain.test(text) && !text.startsWith(marker)) return text
  const encoded = encodeURIComponent(text.replaceAll(halfCharacters, '\ufffd'))
  return marker + encoded.replaceAll(leftOver, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** Decodes a header value; the inverse of `headerText`. */
export const textOfHeader = (value: string): string => (value.startsWith(marker) ? decodeURIComponent(value.slice(marker.length)) : value)
