import { platforms } from '#shared/platforms.ts'
import { roles } from '#shared/roles.ts'

/** Words that attackers try first: the product, its subject, the platforms and the roles. docs/security/authentication.md lists them. */
const ofTheProduct = ['storefleet', 'backcounter', 'backoffice', 'multistore', 'office', 'team', 'company']
const ofItsWork = ['store', 'stores', 'shop', 'shops', 'product', 'products', 'order', 'orders', 'export', 'exports', 'tracking']
const words: ReadonlySet<string> = new Set([...ofTheProduct, ...ofItsWork, ...platforms, ...roles.map(({ id }) => id)])

/** Whether a password is one of these words. Characters other than letters (a to z) are ignored. */
export const isContextWord = (password: string): boolean => words.has(password.toLowerCase().replaceAll(/[^a-z]/g, ''))
