import { lazy, type ComponentType } from 'react'

/** A lazy part of a screen, loaded in the background right away. Most visits do not need it, but it has to be available offline. */
export function lazyBehind<Props>(load: () => Promise<ComponentType<Props>>) {
  // A failure here is ignored: the part is loaded again when it is shown.
  setTimeout(() => void load().catch(() => undefined))
  return lazy(async () => ({ default: await load() }))
}
