import { Button } from '@mantine/core'
import { useState } from 'react'
import { limits } from '#shared/limits.ts'

const { listed } = limits.orderFigures

/** Of a table with a row for each store: the first ones, and a button that shows the others too. @param what the rows are, in its label */
export function useFirstStores<Item>(stores: readonly Item[], what: string) {
  const [showsAll, setShowsAll] = useState(false)
  const button = stores.length > listed && (
    <Button variant="default" size="xs" mt="xs" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
      {showsAll ? `Show the first ${listed} ${what}` : `Show all ${stores.length} ${what}`}
    </Button>
  )
  return { shown: showsAll ? stores : stores.slice(0, listed), button }
}
