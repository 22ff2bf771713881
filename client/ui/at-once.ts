import { useState } from 'react'
import { whenPainted } from './painted.ts'

/**
 * A value of the URL, and its change. What was chosen shows at once, because the screen of the new URL takes longer to draw. `change` resolves
 * when that is shown.
 */
export function useAtOnce<Value>(value: Value, change: (chosen: Value) => Promise<void>): [Value, (chosen: Value) => void] {
  const [last, setLast] = useState<{ chosen: Value } | null>(null)
  async function choose(chosen: Value) {
    const own = { chosen }
    setLast(own)
    await whenPainted(() => change(chosen))
    setLast((later) => (later === own ? null : later))
  }
  return [last ? last.chosen : value, (chosen) => void choose(chosen)]
}
