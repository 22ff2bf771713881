import { AppError } from '#shared/errors.ts'
import { imageMessages } from '#shared/image-messages.ts'
import { limits } from '#shared/limits.ts'

/** Constructs that multiply work or load external resources, by the names of elements, properties and references. */
const costly = [
  /<(?:[\w.-]+:)?(?:filter|fe[A-Z]\w*|pattern|mask|marker|foreignObject|include)\b/,
  /\b(?:filter|mask)\s*[:=]\s*["']?\s*(?!none\b|["'\s])/,
  /\b(?:href|src)\s*=\s*["'](?!#|data:image\/(?:png|jpe?g|gif|webp)[;,])/,
  /\burl\(\s*["']?(?!#|["'\s])/,
  /@import\b/,
  /<!ENTITY|<!DOCTYPE[^>]*\[/i,
  /^\s*<\?xml[^>]*\bencoding\s*=\s*["'](?!utf-8|us-ascii)/i,
]

const character = (code: number) => (code <= 0x10_ff_ff ? String.fromCodePoint(code) : '')

/** Decodes the escapes of XML and CSS, which could hide a name. */
function unescaped(text: string): string {
  return text
    .replaceAll(/&#x([\da-f]{1,6});/gi, (_, hex: string) => character(Number.parseInt(hex, 16)))
    .replaceAll(/&#(\d{1,7});/g, (_, decimal: string) => character(Number(decimal)))
    .replaceAll(/\\([\da-f]{1,6})\s?/gi, (_, hex: string) => character(Number.parseInt(hex, 16)))
}

const tag = /<(\/?)(?:[\w.-]+:)?([A-Za-z][\w.-]*)((?:[^"'<>]|"[^"]*"|'[^']*')*?)(\/?)>/g
const ignored = /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<\?[^]*?\?>/g

/** Whether a `<use>` refers to an element that contains another `<use>`. Ten nested levels of ten would be ten billion shapes. */
function nestsUses(text: string): boolean {
  const open: string[] = []
  const [shown, holding] = [new Set<string>(), new Set<string>()]
  for (const [, closing, name, attributes = '', empty] of text.replaceAll(ignored, '').matchAll(tag)) {
    if (closing) {
      open.pop()
      continue
    }
    open.push(/\sid\s*=\s*["']([^"']*)/.exec(attributes)?.[1] ?? '')
    if (name === 'use') {
      for (const id of open) holding.add(id)
      shown.add(/\bhref\s*=\s*["']#([^"']*)/.exec(attributes)?.[1] ?? '')
    }
    if (empty) open.pop()
  }
  shown.delete('')
  return !shown.isDisjointFrom(holding)
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new AppError('IMAGE_REFUSED', imageMessages.svgTooComplex, { cause })
  }
}

/**
 * Accepts only SVG images that are quick to draw: short, plain UTF-8, and without constructs that multiply work. The time limit stops what
 * this check misses. Throws TOO_LARGE and IMAGE_REFUSED.
 */
export function assertSimpleSvg(bytes: Uint8Array) {
  if (bytes.length > limits.image.svgBytes) throw new AppError('TOO_LARGE', imageMessages.svgTooLarge)
  const text = unescaped(textOf(bytes))
  if (costly.some((sign) => sign.test(text)) || nestsUses(text)) throw new AppError('IMAGE_REFUSED', imageMessages.svgTooComplex)
}
