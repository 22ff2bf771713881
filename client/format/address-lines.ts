import { countryName } from './country-name.ts'
import type { OrderAddress } from '#shared/orders.ts'

const together = (...parts: (string | null)[]) => parts.filter(Boolean).join(' ')

/** The lines of an address from the name to the phone, without those that are empty. */
export const addressLines = ({ name, company, address1, address2, city, zip, province, country, phone }: OrderAddress): string[] =>
  [name, company, address1, address2, together(zip, city, province), country && countryName(country), phone].flatMap((line) => line || [])
