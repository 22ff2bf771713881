import { platforms } from '#shared/platforms.ts'
import { roles } from '#shared/roles.ts'

/** What somebody would try here first: the product, what it is about, the platforms and the roles. They stand in docs/security/authentication.md. */
const ofTheProduct = ['storefleet', 'backcounter', 'backoffice', 'multistore', 'office', 'team', 'company']
const ofItsWork = ['store', 'stores', 'shop', 'shops', 'product', 'products', 'order', 'orders', 'export', 'exports', 'tracking']
const words: ReadonlySet<string> = new Set([...ofTheProduct, ...ofItsWork, ...platforms, ...roles.map(({ id }) => id)])

/** Whether a password is one of these words, whatever digits and signs stand around and in it. */
export const isContextWord = (password: string): boolean => words.has(password.toLowerCase().replaceAll(/[^a-z]/g, ''))
