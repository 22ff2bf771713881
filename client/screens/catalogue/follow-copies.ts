import { useEffect, useRef } from 'react'
import { cache } from '#client/api.ts'
import { useCopies } from './copies.ts'

/** Asks for what is shown again where a copy has changed since, so that it is as young as the line above the list says. */
export function useFollowedCopies() {
  const { copies } = useCopies()
  const known = useRef<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    const states = new Map(
      copies.map(({ storeId, changedAt, comparedAt, products }) => [storeId, [changedAt, comparedAt, products].join(' ')]),
    )
    const hasChanged = [...known.current].some(([storeId, state]) => states.has(storeId) && states.get(storeId) !== state)
    known.current = states
    if (!hasChanged) return
    const { search, summary, get, changes, clashes } = cache.products.catalogue
    for (const shown of [search, summary, get, changes, clashes]) void shown.invalidate()
  }, [copies])
}
