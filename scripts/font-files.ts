// The files of the screen's typeface, Inter: parts of the package's variable font that hold what the screens show, and nothing else.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import subsetFont from 'subset-font'

const require = createRequire(import.meta.url)
const source = join(dirname(require.resolve('@fontsource-variable/inter/package.json')), 'files')

/** First and last code point of a range. */
type Range = readonly [first: number, last: number]

export const fontPartNames = ['basic', 'latin', 'vietnamese', 'latin-ext'] as const

type FontPart = (typeof fontPartNames)[number]

/** Each part is loaded when a page shows one of its characters (`unicode-range` in client/fonts/inter.css). */
const fontParts: Record<FontPart, readonly Range[]> = {
  // English, its punctuation, and what the screens use of signs: what every screen shows, so this part is small and preloaded.
  basic: [
    [0x20, 0x7e],
    [0xa0, 0xa0],
    [0xa3, 0xa3],
    [0xb7, 0xb7],
    [0xd7, 0xd7],
    [0x2013, 0x2014],
    [0x2018, 0x2019],
    [0x201c, 0x201d],
    [0x2022, 0x2022],
    [0x2026, 0x2026],
    [0x20ac, 0x20ac],
    [0x2190, 0x2193],
    [0x2212, 0x2212],
  ],
  latin: [
    [0xa1, 0xa2],
    [0xa4, 0xb6],
    [0xb8, 0xd6],
    [0xd8, 0xff],
    [0x131, 0x131],
    [0x152, 0x153],
    [0x2010, 0x2012],
    [0x2015, 0x2015],
    [0x201a, 0x201b],
    [0x201e, 0x201e],
    [0x2032, 0x2033],
    [0x2039, 0x203a],
    [0x2122, 0x2122],
  ],
  vietnamese: [
    [0x102, 0x103],
    [0x110, 0x111],
    [0x128, 0x129],
    [0x168, 0x169],
    [0x1a0, 0x1a1],
    [0x1af, 0x1b0],
    [0x300, 0x301],
    [0x303, 0x304],
    [0x308, 0x309],
    [0x323, 0x323],
    [0x329, 0x329],
    [0x1ea0, 0x1ef9],
    [0x20ab, 0x20ab],
  ],
  'latin-ext': [
    [0x100, 0x101],
    [0x104, 0x10f],
    [0x112, 0x127],
    [0x12a, 0x130],
    [0x132, 0x151],
    [0x154, 0x167],
    [0x16a, 0x17f],
    [0x218, 0x21b],
    [0x1e00, 0x1e9e],
  ],
}

const textOf = (ranges: readonly Range[]) =>
  ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, offset) => String.fromCodePoint(first + offset))).join('')

/** The weights from text to headings, kerning, digits of one width, and accents. Stylistic alternates would double the size. */
const options = {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 400, max: 700 } },
  keepFeatures: ['kern', 'tnum', 'mark', 'ccmp'],
  noHinting: true,
} as const

/** The package's file that has a part's characters. */
const fileOf = (part: FontPart) => (part === 'basic' ? 'latin' : part)

/** One part as WOFF2. The same package gives the same bytes. */
export const makeFontPart = async (part: FontPart): Promise<Buffer> =>
  subsetFont(await readFile(join(source, `inter-${fileOf(part)}-wght-normal.woff2`)), textOf(fontParts[part]), options)

const hex = (codePoint: number) => codePoint.toString(16).toUpperCase()

/** The value of `unicode-range` for a part. */
const unicodeRangeOf = (part: FontPart): string =>
  fontParts[part].map(([first, last]) => `U+${hex(first)}${first === last ? '' : `-${hex(last)}`}`).join(', ')

/** client/fonts/inter.css, with a rule for each part. */
export const fontCss = (): string =>
  [
    '/* Made by `npm run fonts`. Text appears at once in the system font if Inter is not there yet, and is not changed under the reader. */',
    '/* Only accented letters change when their part arrives: a word in two fonts would be worse. */\n',
    ...fontPartNames.map(
      (part) => `@font-face {
  font-family: Inter;
  font-style: normal;
  font-weight: 400 700;
  font-display: ${part === 'basic' ? 'optional' : 'swap'};
  src: url('./inter-${part}.woff2') format('woff2');
  unicode-range: ${unicodeRangeOf(part)};
}
`,
    ),
  ].join('\n')
