import { lazy, type ComponentType } from 'react'

/** A part of a screen that is fetched behind it: most visits do without it, and without a connection it must be there already. */
export function lazyBehind<Props>(load: () => Promise<ComponentType<Props>>) {
  // A failure here is no failure yet: it is fetched again where it is shown.
  setTimeout(() => void load().catch(() => undefined))
  return lazy(async () => ({ default: await load() }))
}
