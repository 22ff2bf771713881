/** The order of names for people: "Store 2" before "Store 10", and capitals beside small letters. */
export const { compare: compareNames } = new Intl.Collator('en', { numeric: true })
