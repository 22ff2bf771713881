/** The name that both platforms give to the only option of a product without choices, and the value of this option. */
export const noChoice = { name: 'Title', value: 'Default Title' }

type Choices<Variant> = { options: string[]; variants: Variant[] }

/** Options and variants without this placeholder. */
export function choicesOf<Variant extends { optionValues: string[] }>(options: string[], variants: Variant[]): Choices<Variant> {
  const isSingle = options.length === 1 && options[0] === noChoice.name
  const isPlain = isSingle && variants.every(({ optionValues }) => optionValues[0] === noChoice.value)
  return isPlain ? { options: [], variants: variants.map((variant) => ({ ...variant, optionValues: [] })) } : { options, variants }
}
