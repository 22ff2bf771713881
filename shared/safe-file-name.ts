/** The longest name that all common file systems take, in bytes, with room for a number, a temporary prefix and `.receipt.json`. */
const longestBytes = 180

/** Characters that separate folders, that Windows or a shell refuses, that control a terminal, or that change the text direction. */
const unsafe = /[/\\:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]+/gu
/** Device names of Windows, which ignores what follows a dot, and spaces before it. It takes ¹, ² and ³ for digits. */
const reserved = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d¹²³])\s*(?=\.|$)/i

const bytesOf = (text: string) => new TextEncoder().encode(text).length

function cut(text: string, bytes: number): string {
  let kept = ''
  let size = 0
  for (const character of text) {
    size += bytesOf(character)
    if (size > bytes) break
    kept += character
  }
  return kept
}

/** A text as one part of a path: never empty, never a reference to a folder, never hidden. @param extension such as `.csv` */
export function safeFileName(text: string, extension: string): string {
  const plain = text
    .normalize('NFC')
    .replaceAll(unsafe, '-')
    .trim()
    .replace(/^[.\s]+/, '')
  const short = cut(plain, longestBytes - bytesOf(extension)).replace(/[.\s]+$/, '')
  const named = short === '' ? 'export' : short
  return (reserved.test(named) ? `_${named}` : named) + extension
}
