import type { MouseEvent } from 'react'

/**
 * Leaves out the later clicks of a double click, for a button whose action changes what stands under the pointer: the second click would
 * press what the first has put there. The keyboard presses with a detail of 0.
 */
export const onFirstClick =
  (act: () => void) =>
  ({ detail }: MouseEvent): void => {
    if (detail <= 1) act()
  }
