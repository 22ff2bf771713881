import { untilReached } from '#client/ui/until-reached.ts'
import { createElement, lazy, useState, type ComponentType } from 'react'

let whenQuiet = () => Promise.resolve()

/** Makes background parts wait for `quiet`, because on a slow network they would compete with what the screen shows first. */
export function loadBehind(quiet: () => Promise<void>): void {
  whenQuiet = quiet
}

/**
 * A lazy part of a screen, loaded in the background once the screen is there. Most visits do not need it, but it has to be available
 * offline. Once loaded, it is shown at once: a lazy component would leave a menu empty for a moment, and its focus trap without a target.
 */
export function lazyBehind<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  const part = async () => (loaded = await load())
  // A failure here is ignored: the part is loaded again when it is shown.
  setTimeout(
    () =>
      void whenQuiet()
        .then(part)
        .catch(() => undefined),
  )
  const Later: ComponentType<Props> = lazy(async () => ({ default: await untilReached(part) }))
  return function Behind(props) {
    // Chosen once, because another component in the same place would lose its state.
    const [Part] = useState(() => loaded ?? Later)
    return createElement(Part, props)
  }
}
