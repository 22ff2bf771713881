import type { ShopCheckData } from './wire.ts'
import type { z } from 'zod'

/** Tells whether the shop granted a scope. A write scope includes the read scope, even where the shop lists only the former. */
export function grantedBy({ currentAppInstallation }: Pick<z.infer<typeof ShopCheckData>, 'currentAppInstallation'>) {
  const granted = new Set(currentAppInstallation.accessScopes.map(({ handle }) => handle))
  return (scope: string): boolean => granted.has(scope) || granted.has(scope.replace('read_', 'write_'))
}
