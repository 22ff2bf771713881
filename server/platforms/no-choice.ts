/** What both platforms call the option, and its only value, of a product without choices. */
export const noChoice = { name: 'Title', value: 'Default Title' }

type Choices<Variant> = { options: string[]; variants: Variant[] }

/** Options and variants without what stands for no choice. */
export function choicesOf<Variant extends { optionValues: string[] }>(options: string[], variants: Variant[]): Choices<Variant> {
  const isSingle = options.length === 1 && options[0] === noChoice.name
  const isPlain = isSingle && variants.every(({ optionValues }) => optionValues[0] === noChoice.value)
  return isPlain ? { options: [], variants: variants.map((variant) => ({ ...variant, optionValues: [] })) } : { options, variants }
}
