const countries = new Intl.DisplayNames('en', { type: 'region' })
const code = /^[A-Z]{2}$/

/** "Japan" for "JP". Shops send codes or names. */
export const countryName = (country: string): string => (code.test(country) ? (countries.of(country) ?? country) : country)
