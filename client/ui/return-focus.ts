import { useEffect, useState } from 'react'
import { focusHeading } from './focus-heading.ts'

/**
 * Returns the focus to its previous element when the component unmounts. `unlessElsewhere`: not if the person has moved it to another part
 * of the page.
 */
export function useReturnFocus({ unlessElsewhere = false } = {}): void {
  const [before] = useState(() => document.activeElement)
  useEffect(() => {
    // If this dialog replaces another one, the first has just returned the focus to its opener, which is the opener of both.
    const isThere = before !== document.body && before?.isConnected
    const opener = isThere ? before : document.activeElement
    return () => {
      if (unlessElsewhere && document.activeElement !== document.body) return
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
      if (document.activeElement === document.body) focusHeading()
    }
  }, [before, unlessElsewhere])
}
