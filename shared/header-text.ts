const marker = "UTF-8''"
const plain = /^[\x20-\x7e]*$/
/** What `encodeURIComponent` leaves alone and RFC 8187 does not. */
const leftOver = /['()*]/g

/** `encodeURIComponent` throws at them. */
const halfCharacters = /\p{Surrogate}/gu

/** Any text as the value of a header: as it is where it is plain ASCII, otherwise as an `ext-value` of RFC 8187. */
export function headerText(text: string): string {
  if (plain.test(text) && !text.startsWith(marker)) return text
  const encoded = encodeURIComponent(text.replaceAll(halfCharacters, '\ufffd'))
  return marker + encoded.replaceAll(leftOver, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** The text that a header's value stands for. */
export const textOfHeader = (value: string): string => (value.startsWith(marker) ? decodeURIComponent(value.slice(marker.length)) : value)
